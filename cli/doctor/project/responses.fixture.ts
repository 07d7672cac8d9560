import { answered, type Recordings } from './recorded-google.fixture.ts';
import {
  requests,
  database,
  functionNames,
  numberPath,
  project,
  projectPath,
  repository,
  webhookAddress,
} from './requests.fixture.ts';

export const at = '2026-11-20T09:00:00.000000Z';
export const secretVersion = (name: string) => ({
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
/** The role that Google grants to the account of the functions. */
export const functionsGrant = { role: 'roles/editor', members: [`serviceAccount:${functionsAccount}`] };

/** The role that deploying grants to the Storage rules service. */
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

/** A recording in which the functions are deployed with `parameters` instead of the local settings. */
export const functionsDeployedWith = (parameters: Record<string, string>): Recordings => ({
  [requests.functions]: answered({
    functions: functionNames.map((name) => {
      const base = functionAnswer(name);
      const environmentVariables = { ADMIN_ORIGIN: 'https://admin.example.com', ...parameters };
      return { ...base, serviceConfig: { ...base.serviceConfig, environmentVariables } };
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

/** The pipeline on Cloud Run. False and 0 are omitted, as in all of Google's responses. */
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
