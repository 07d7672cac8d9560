import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../target/configuration.ts';

export const project = 'acme-site';
export const projectPath = `projects/${project}`;
export const numberPath = 'projects/123456789012';
export const functionNames = ['claimFirstAdmin', 'getDemoEmbed', 'onPageWritten'];
export const buckets = {
  'homepage-images': 'acme-site-homepage-images',
  'demo-images': 'acme-site-demo-images',
  'branding-assets': 'acme-site-branding-assets',
} as const;
export const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const statusToken = '5f1c'.repeat(16);
export const webhookAddress = 'https://frontage.example/hooks/publish';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
export const repository = {
  rules: { 'firestore.rules': read('firestore.rules'), 'storage.rules': read('storage.rules') },
  indexes: read('firestore.indexes.json'),
};

export const database = `${projectPath}/databases/(default)`;
export const requests = {
  project: `GET firebase.googleapis.com/v1beta1/${projectPath}`,
  webApps: `GET firebase.googleapis.com/v1beta1/${projectPath}/webApps?pageSize=100`,
  billing: `GET cloudbilling.googleapis.com/v1/${projectPath}/billingInfo`,
  apis: `GET serviceusage.googleapis.com/v1/${projectPath}/services?filter=state:ENABLED&pageSize=200`,
  permissions: `POST cloudresourcemanager.googleapis.com/v1/${projectPath}:testIamPermissions`,
  policy: `POST cloudresourcemanager.googleapis.com/v1/${projectPath}:getIamPolicy`,
  database: `GET firestore.googleapis.com/v1/${database}`,
  bootstrap: `GET firestore.googleapis.com/v1/${database}/documents/system/bootstrap`,
  content: `GET firestore.googleapis.com/v1/${database}/documents/system/content`,
  indexes: `GET firestore.googleapis.com/v1/${database}/collectionGroups/-/indexes?pageSize=200`,
  fields: `GET firestore.googleapis.com/v1/${database}/collectionGroups/-/fields?filter=indexConfig.usesAncestorConfig=false OR ttlConfig:*`,
  releases: `GET firebaserules.googleapis.com/v1/${projectPath}/releases`,
  ruleset: (id: string) => `GET firebaserules.googleapis.com/v1/${projectPath}/rulesets/${id}`,
  bucket: (name: string) => `GET storage.googleapis.com/storage/v1/b/${name}`,
  linked: `GET firebasestorage.googleapis.com/v1beta/${projectPath}/buckets?pageSize=100`,
  accounts: `GET identitytoolkit.googleapis.com/admin/v2/${projectPath}/config`,
  setAccounts: `PATCH identitytoolkit.googleapis.com/admin/v2/${projectPath}/config?updateMask=mfa`,
  secret: (name: string) => `GET secretmanager.googleapis.com/v1/${projectPath}/secrets/${name}`,
  version: (name: string) => `GET secretmanager.googleapis.com/v1/${projectPath}/secrets/${name}/versions/latest`,
  value: (name: string) => `GET secretmanager.googleapis.com/v1/${projectPath}/secrets/${name}/versions/latest:access`,
  grantsOfBucket: (name: string) => `GET storage.googleapis.com/storage/v1/b/${name}/iam`,
  grantsOfSecret: (name: string) => `GET secretmanager.googleapis.com/v1/${projectPath}/secrets/${name}:getIamPolicy`,
  appCheck: `GET firebaseappcheck.googleapis.com/v1/${projectPath}/services?pageSize=100`,
  domains: (site: string) =>
    `GET firebasehosting.googleapis.com/v1beta1/${projectPath}/sites/${site}/customDomains?pageSize=100`,
  sites: `GET firebasehosting.googleapis.com/v1beta1/${projectPath}/sites`,
  service: (name: string) => `GET run.googleapis.com/v2/${projectPath}/locations/us-central1/services/${name}`,
  callers: (name: string) =>
    `GET run.googleapis.com/v2/${projectPath}/locations/us-central1/services/${name}:getIamPolicy`,
  functions: `GET cloudfunctions.googleapis.com/v2/${projectPath}/locations/-/functions?pageSize=200`,
} as const;
