import { z } from 'zod';
import { missing, ok } from '../finding.ts';
import type { Check } from './examined.ts';

/** Every API that a deployment, the functions or the pipeline speak to, and what for. */
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

const service = z.object({ config: z.object({ name: z.string() }) });

/**
 * Whether APIs are enabled.
 * @see https://cloud.google.com/service-usage/docs/reference/rest/v1/services/list
 */
export const apis: Check = {
  name: 'apis',
  examine: async ({ project, google }) => {
    const address = `serviceusage.googleapis.com/v1/projects/${project}/services?filter=state:ENABLED&pageSize=200`;
    const enabled = await google.list(address, 'services', service);
    const names = new Set(enabled?.map(({ config }) => config.name));
    const off = Object.entries(requiredApis).filter(([name]) => !names.has(name));
    if (off.length === 0) return [ok('apis', `${Object.keys(requiredApis).length} APIs are enabled`)];
    return [
      missing('apis', {
        what: `Not enabled: ${off.map(([name]) => name).join(', ')}`,
        why: `Without them there is nothing for: ${off.map(([, purpose]) => purpose).join('; ')}`,
        next: `gcloud services enable ${off.map(([name]) => name).join(' ')} --project ${project}`,
      }),
    ];
  },
};
