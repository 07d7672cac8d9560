/** The region of functions unless the parameter FUNCTIONS_REGION names another one. */
export const defaultRegion = 'us-central1';
