import { defaultRegion } from '@frontage/model/region';

/**
 * Default parameters of the functions. They are written to the file anyway: the Firebase CLI prompts for each missing parameter, even
 * with a default, and refuses to deploy without a terminal.
 */
export const usualParameters: Readonly<Record<string, string>> = {
  FUNCTIONS_REGION: defaultRegion,
  TRUSTED_PROXIES: '1',
  ENFORCE_APP_CHECK: 'false',
  MAIL_FROM: '',
};

/** The parameter that names a bucket, by the target that .firebaserc gives it. */
export const bucketParameter = (target: string): string => `${target.toUpperCase().replaceAll('-', '_')}_BUCKET`;
