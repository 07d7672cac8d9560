/** Where functions run unless the parameter FUNCTIONS_REGION names another region. */
export const defaultRegion = 'us-central1';
