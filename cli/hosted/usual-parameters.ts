import { defaultRegion } from '@frontage/model/region';

/**
 * Default parameters of the functions. `setup` writes them to the file, because the Firebase CLI prompts for each
 * missing parameter, even if it has a default, and refuses to deploy without a terminal.
 */
export const usualParameters: Readonly<Record<string, string>> = {
  FUNCTIONS_REGION: defaultRegion,
  TRUSTED_PROXIES: '1',
  ENFORCE_APP_CHECK: 'false',
  MAIL_FROM: '',
};

/** Name of the parameter that holds a bucket's name, for a storage target in .firebaserc. */
export const bucketParameter = (target: string): string => `${target.toUpperCase().replaceAll('-', '_')}_BUCKET`;
