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

/** Every API used by a deployment, the functions or the pipeline, with its purpose. */
export const requiredApis = {
  'artifactregistry.googleapis.com': 'containers of functions and pipeline',
  'cloudbilling.googleapis.com': 'whether the project may use functions',
  'cloudbuild.googleapis.com': 'building functions and pipeline',
  'cloudfunctions.googleapis.com': 'functions',
  'cloudresourcemanager.googleapis.com': 'roles',
  'cloudscheduler.googleapis.com': 'scheduled publishing and the daily purge',
  'eventarc.googleapis.com': 'triggers: hints of edits, versions, the audit',
  'firebase.googleapis.com': 'the Firebase project',
  'firebasehosting.googleapis.com': 'the three origins',
  'firebaserules.googleapis.com': 'security rules',
  'firebasestorage.googleapis.com': 'uploads under the rules',
  'firestore.googleapis.com': 'content',
  'identitytoolkit.googleapis.com': 'accounts of the staff',
  'pubsub.googleapis.com': 'events of triggers',
  'run.googleapis.com': 'functions of the second generation, and the pipeline',
  'secretmanager.googleapis.com': 'the secrets',
  'storage.googleapis.com': 'buckets',
} as const;

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]']);

const isAllowed = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || loopbackHosts.has(hostname);

/** Whether a text is an origin: https and host without a trailing slash or path. http is allowed for loopback hosts. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.origin === text && isAllowed(url);
}

/** Whether a text is a webhook address of the pipeline: an allowed URL whose path ends in `/hooks/publish`. */
export function isHintAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && isAllowed(url) && url.pathname.endsWith('/hooks/publish');
}
