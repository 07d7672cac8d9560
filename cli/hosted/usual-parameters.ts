import { defaultRegion } from '@frontage/model/region';

/**
 * What parameters of the functions are where nothing is said of them. They are written down all the same: Firebase's program
 * asks for each that no file has, its default or none, and refuses to deploy where nobody can answer.
 */
export const usualParameters: Readonly<Record<string, string>> = {
  FUNCTIONS_REGION: defaultRegion,
  TRUSTED_PROXIES: '1',
  ENFORCE_APP_CHECK: 'false',
  MAIL_FROM: '',
};

/** The parameter that names a bucket, by the target that .firebaserc gives it. */
export const bucketParameter = (target: string): string => `${target.toUpperCase().replaceAll('-', '_')}_BUCKET`;
