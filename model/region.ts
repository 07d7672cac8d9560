/** The region of functions unless the parameter FUNCTIONS_REGION is set. */
export const defaultRegion = 'us-central1';
