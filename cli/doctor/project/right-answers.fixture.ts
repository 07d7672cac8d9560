import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../configuration.ts';
import { requiredApis } from './apis.ts';
import { answered, notFound, type Recordings } from './recorded-google.fixture.ts';

export const project = 'acme-site';
export const projectPath = `projects/${project}`;
const numberPath = 'projects/123456789012';
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

const database = `${projectPath}/databases/(default)`;
export const asked = {
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

const at = '2026-11-20T09:00:00.000000Z';
const secretVersion = (name: string) => ({
  name: `${numberPath}/secrets/${name}/versions/1`,
  createTime: at,
  state: 'ENABLED',
  replicationStatus: { automatic: {} },
  etag: '"1621a"',
});

export const bucketAnswer = (name: string) => ({
  kind: 'storage#bucket',
  id: name,
  name,
  projectNumber: '123456789012',
  location: 'US-CENTRAL1',
  storageClass: 'STANDARD',
  iamConfiguration: {
    uniformBucketLevelAccess: { enabled: true },
    publicAccessPrevention: name.endsWith('-frontage') ? 'enforced' : 'inherited',
  },
});

interface WantedIndexes {
  indexes: { collectionGroup: string; queryScope: string; fields: { fieldPath: string; order: string }[] }[];
  fieldOverrides: { collectionGroup: string; fieldPath: string; ttl?: boolean }[];
}
const wanted = JSON.parse(repository.indexes) as WantedIndexes;

export const indexAnswers = wanted.indexes.map(({ collectionGroup, queryScope, fields }, at) => ({
  name: `${database}/collectionGroups/${collectionGroup}/indexes/CICAgJim${String(at)}`,
  queryScope,
  fields: [...fields, { fieldPath: '__name__', order: fields.at(-1)?.order }],
  state: 'READY',
  density: 'SPARSE_ALL',
}));

export const fieldAnswers = wanted.fieldOverrides.map(({ collectionGroup, fieldPath, ttl }) => ({
  name: `${database}/collectionGroups/${collectionGroup}/fields/${fieldPath}`,
  indexConfig: { indexes: [] },
  ...(ttl && { ttlConfig: { state: 'ACTIVE' } }),
}));

export const accountsAnswer = {
  name: `${numberPath}/config`,
  signIn: { email: { enabled: true, passwordRequired: true } },
  authorizedDomains: ['localhost', `${project}.firebaseapp.com`, 'admin.example.com'],
  subtype: 'IDENTITY_PLATFORM',
  mfa: { state: 'ENABLED', providerConfigs: [{ state: 'ENABLED', totpProviderConfig: { adjacentIntervals: 5 } }] },
  emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
};

const functionsAccount = '123456789012-compute@developer.gserviceaccount.com';
/** What Google grants to the account that functions run as. */
export const functionsGrant = { role: 'roles/editor', members: [`serviceAccount:${functionsAccount}`] };

/** What deploying grants to the service whose rules guard uploads. */
export const uploadRulesGrant = {
  role: 'roles/firebaserules.firestoreServiceAgent',
  members: ['serviceAccount:service-123456789012@gcp-sa-firebasestorage.iam.gserviceaccount.com'],
};

export const functionAnswer = (name: string) => ({
  name: `${projectPath}/locations/us-central1/functions/${name}`,
  labels: { 'deployment-tool': 'cli-firebase', ...(!name.startsWith('on') && { 'deployment-callable': 'true' }) },
  buildConfig: { runtime: 'nodejs24', entryPoint: name },
  serviceConfig: {
    service: `${projectPath}/locations/us-central1/services/${name.toLowerCase()}`,
    environmentVariables: {
      PUBLISH_WEBHOOK_URL: webhookAddress,
      ADMIN_ORIGIN: 'https://admin.example.com',
      MAIL_FROM: 'post@frontage.example',
    },
    availableMemory: '256Mi',
    serviceAccountEmail: functionsAccount,
  },
  state: 'ACTIVE',
  environment: 'GEN_2',
  updateTime: at,
});

/** The functions, deployed with other parameters than those that are set. */
export const deployedWith = (parameters: Record<string, string>): Recordings => ({
  [asked.functions]: answered({
    functions: functionNames.map((name) => {
      const right = functionAnswer(name);
      const environmentVariables = { ADMIN_ORIGIN: 'https://admin.example.com', ...parameters };
      return { ...right, serviceConfig: { ...right.serviceConfig, environmentVariables } };
    }),
  }),
});

interface ServiceDiffers {
  env?: Record<string, string>;
  secrets?: readonly string[];
  cpuIdle?: boolean;
  minInstanceCount?: number;
  serviceAccount?: string;
}

/** The pipeline on Cloud Run. What is false or 0 is left out, as in every answer of Google's. */
export const serviceAnswer = (differs: ServiceDiffers) => ({
  name: `${projectPath}/locations/us-central1/services/frontage`,
  ingress: 'INGRESS_TRAFFIC_ALL',
  template: {
    serviceAccount: differs.serviceAccount ?? `frontage@${project}.iam.gserviceaccount.com`,
    scaling: { minInstanceCount: differs.minInstanceCount ?? 1, maxInstanceCount: 1 },
    containers: [
      {
        image: 'us-central1-docker.pkg.dev/acme-site/frontage/pipeline:0a1b2c3',
        args: ['serve', '--data', '/tmp/frontage', '--project', project],
        env: [
          ...Object.entries({
            PUBLIC_SITE_ORIGIN: 'https://www.example.com',
            PUBLIC_ADMIN_ORIGIN: 'https://admin.example.com',
            PUBLIC_EMBED_ORIGIN: 'https://embed.example.com',
            FRONTAGE_STATE: 'gs://acme-site-frontage/live',
            ...differs.env,
          }).map(([name, value]) => ({ name, value })),
          ...(differs.secrets ?? ['PUBLISH_WEBHOOK_SECRET', 'STATUS_TOKEN']).map((name) => ({
            name,
            valueSource: { secretKeyRef: { secret: name, version: 'latest' } },
          })),
        ],
        resources: { limits: { cpu: '1', memory: '1Gi' }, ...(differs.cpuIdle && { cpuIdle: true }) },
      },
    ],
  },
  urls: ['https://frontage.example'],
});

export const domainsAnswer = (site: string, host: string, hostState = 'HOST_ACTIVE') => ({
  customDomains: [
    {
      name: `${projectPath}/sites/${site}/customDomains/${host}`,
      hostState,
      ownershipState: 'OWNERSHIP_ACTIVE',
      certPreference: 'GROUPED',
      cert: { type: 'GROUPED', state: 'CERT_ACTIVE' },
    },
  ],
});

export const serviceAccount = `serviceAccount:frontage@${project}.iam.gserviceaccount.com`;

/**
 * What Google's APIs answer of a project on which everything is right, in the shapes of their references: the source of
 * each stands with the check that asks for it.
 */
export const rightAnswers: Recordings = {
  [asked.project]: answered({
    projectId: project,
    projectNumber: '123456789012',
    displayName: 'Acme',
    name: projectPath,
    resources: { hostingSite: project },
    state: 'ACTIVE',
  }),
  [asked.webApps]: answered({
    apps: [
      { name: `${projectPath}/webApps/1:123:web:abc`, appId: '1:123:web:abc', projectId: project, state: 'ACTIVE' },
    ],
  }),
  [asked.billing]: answered({
    name: `${projectPath}/billingInfo`,
    projectId: project,
    billingAccountName: 'billingAccounts/012345-567890-ABCDEF',
    billingEnabled: true,
  }),
  [asked.apis]: answered({
    services: Object.keys(requiredApis).map((name) => ({
      name: `${numberPath}/services/${name}`,
      config: { name, title: name },
      state: 'ENABLED',
      parent: numberPath,
    })),
  }),
  [asked.permissions]: answered({
    permissions: [
      'cloudfunctions.functions.setIamPolicy',
      'cloudfunctions.functions.update',
      'datastore.entities.get',
      'datastore.indexes.create',
      'firebasehosting.sites.update',
      'firebaserules.releases.update',
      'iam.serviceAccounts.actAs',
      'run.services.setIamPolicy',
      'secretmanager.secrets.get',
      'secretmanager.secrets.setIamPolicy',
    ],
  }),
  [asked.policy]: answered({
    version: 1,
    etag: 'BwXhqDVG3c0=',
    bindings: [
      { role: 'roles/datastore.user', members: [serviceAccount] },
      { role: 'roles/firebasehosting.admin', members: [serviceAccount] },
      { role: 'roles/owner', members: ['user:somebody@example.com'] },
      uploadRulesGrant,
      functionsGrant,
    ],
  }),
  [asked.database]: answered({
    name: database,
    uid: '0a1b2c3d-0000-4000-8000-000000000000',
    createTime: at,
    updateTime: at,
    locationId: 'nam5',
    type: 'FIRESTORE_NATIVE',
    concurrencyMode: 'PESSIMISTIC',
    pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_DISABLED',
    deleteProtectionState: 'DELETE_PROTECTION_DISABLED',
    etag: 'IJ+h',
  }),
  [asked.bootstrap]: notFound,
  [asked.content]: notFound,
  [asked.indexes]: answered({ indexes: indexAnswers }),
  [asked.fields]: answered({ fields: fieldAnswers }),
  [asked.releases]: answered({
    releases: [
      { name: `${projectPath}/releases/cloud.firestore`, rulesetName: `${projectPath}/rulesets/f`, createTime: at },
      ...Object.values(buckets).map((bucket) => ({
        name: `${projectPath}/releases/firebase.storage/${bucket}`,
        rulesetName: `${projectPath}/rulesets/s`,
        createTime: at,
      })),
    ],
  }),
  [asked.ruleset('f')]: rulesetAnswer('f', 'firestore.rules'),
  [asked.ruleset('s')]: rulesetAnswer('s', 'storage.rules'),
  [asked.linked]: answered({
    buckets: Object.values(buckets).map((name) => ({ name: `${numberPath}/buckets/${name}` })),
  }),
  ...Object.fromEntries(
    [...Object.values(buckets), 'acme-site-frontage'].map((name) => [asked.bucket(name), answered(bucketAnswer(name))]),
  ),
  [asked.accounts]: answered(accountsAnswer),
  ...Object.fromEntries(
    ['PUBLISH_WEBHOOK_SECRET', 'DEMO_TOKEN_SECRET', 'SMTP_URL', 'STATUS_TOKEN'].map((name) => [
      asked.version(name),
      answered(secretVersion(name)),
    ]),
  ),
  [asked.value('STATUS_TOKEN')]: answered({
    name: `${numberPath}/secrets/STATUS_TOKEN/versions/1`,
    payload: { data: Buffer.from(statusToken).toString('base64'), dataCrc32c: '1' },
  }),
  [asked.value('PUBLISH_WEBHOOK_SECRET')]: answered({
    name: `${numberPath}/secrets/PUBLISH_WEBHOOK_SECRET/versions/1`,
    payload: { data: Buffer.from(secret).toString('base64'), dataCrc32c: '1' },
  }),
  [asked.grantsOfBucket('acme-site-frontage')]: grantAnswer('roles/storage.objectAdmin'),
  ...Object.fromEntries(
    Object.values(buckets).map((name) => [asked.grantsOfBucket(name), grantAnswer('roles/storage.objectViewer')]),
  ),
  ...Object.fromEntries(
    ['PUBLISH_WEBHOOK_SECRET', 'STATUS_TOKEN'].map((name) => [
      asked.grantsOfSecret(name),
      grantAnswer('roles/secretmanager.secretAccessor'),
    ]),
  ),
  [asked.appCheck]: answered({
    services: [{ name: `${numberPath}/services/firestore.googleapis.com`, enforcementMode: 'UNENFORCED' }],
  }),
  [asked.domains(project)]: answered(domainsAnswer(project, 'www.example.com')),
  [asked.domains(`${project}-admin`)]: answered(domainsAnswer(`${project}-admin`, 'admin.example.com')),
  [asked.domains(`${project}-embed`)]: answered(domainsAnswer(`${project}-embed`, 'embed.example.com')),
  [asked.sites]: answered({
    sites: [project, `${project}-admin`, `${project}-embed`].map((id, at) => ({
      name: `${projectPath}/sites/${id}`,
      defaultUrl: `https://${id}.web.app`,
      type: at === 0 ? 'DEFAULT_SITE' : 'USER_SITE',
    })),
  }),
  [asked.functions]: answered({ functions: functionNames.map(functionAnswer) }),
  ...Object.fromEntries(
    ['claimfirstadmin', 'getdemoembed'].map((name) => [
      asked.callers(name),
      answered({ version: 1, etag: 'BwX=', bindings: [{ role: 'roles/run.invoker', members: ['allUsers'] }] }),
    ]),
  ),
  [asked.service('frontage')]: answered(serviceAnswer({})),
};

function grantAnswer(role: string) {
  return answered({
    kind: 'storage#policy',
    version: 1,
    etag: 'CAE=',
    bindings: [{ role, members: [serviceAccount] }],
  });
}

function rulesetAnswer(id: string, file: keyof typeof repository.rules) {
  return answered({
    name: `${projectPath}/rulesets/${id}`,
    source: { files: [{ name: file, content: repository.rules[file], fingerprint: 'x' }] },
    createTime: at,
    metadata: { services: [file === 'storage.rules' ? 'firebase.storage' : 'cloud.firestore'] },
  });
}
