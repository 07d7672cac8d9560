import { requiredApis } from '../../target/requirements.ts';
import {
  accountsAnswer,
  at,
  bucketAnswer,
  domainsAnswer,
  fieldAnswers,
  functionAnswer,
  functionsGrant,
  indexAnswers,
  secretVersion,
  serviceAccount,
  serviceAnswer,
  uploadRulesGrant,
} from './responses.fixture.ts';
import {
  requests,
  buckets,
  database,
  functionNames,
  numberPath,
  project,
  projectPath,
  repository,
  secret,
  statusToken,
} from './requests.fixture.ts';
import { answered, notFound, type Recordings } from './recorded-google.fixture.ts';

/**
 * Responses of Google's APIs for a correct project, in the shapes of their references. The check that sends a request
 * names its source.
 */
export const validResponses: Recordings = {
  [requests.project]: answered({
    projectId: project,
    projectNumber: '123456789012',
    displayName: 'Acme',
    name: projectPath,
    resources: { hostingSite: project },
    state: 'ACTIVE',
  }),
  [requests.webApps]: answered({
    apps: [
      { name: `${projectPath}/webApps/1:123:web:abc`, appId: '1:123:web:abc', projectId: project, state: 'ACTIVE' },
    ],
  }),
  [requests.billing]: answered({
    name: `${projectPath}/billingInfo`,
    projectId: project,
    billingAccountName: 'billingAccounts/012345-567890-ABCDEF',
    billingEnabled: true,
  }),
  [requests.apis]: answered({
    services: Object.keys(requiredApis).map((name) => ({
      name: `${numberPath}/services/${name}`,
      config: { name, title: name },
      state: 'ENABLED',
      parent: numberPath,
    })),
  }),
  [requests.permissions]: answered({
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
  [requests.policy]: answered({
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
  [requests.database]: answered({
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
  [requests.bootstrap]: notFound,
  [requests.content]: notFound,
  [requests.indexes]: answered({ indexes: indexAnswers }),
  [requests.fields]: answered({ fields: fieldAnswers }),
  [requests.releases]: answered({
    releases: [
      { name: `${projectPath}/releases/cloud.firestore`, rulesetName: `${projectPath}/rulesets/f`, createTime: at },
      ...Object.values(buckets).map((bucket) => ({
        name: `${projectPath}/releases/firebase.storage/${bucket}`,
        rulesetName: `${projectPath}/rulesets/s`,
        createTime: at,
      })),
    ],
  }),
  [requests.ruleset('f')]: rulesetAnswer('f', 'firestore.rules'),
  [requests.ruleset('s')]: rulesetAnswer('s', 'storage.rules'),
  [requests.linked]: answered({
    buckets: Object.values(buckets).map((name) => ({ name: `${numberPath}/buckets/${name}` })),
  }),
  ...Object.fromEntries(
    [...Object.values(buckets), 'acme-site-frontage'].map((name) => [
      requests.bucket(name),
      answered(bucketAnswer(name)),
    ]),
  ),
  [requests.accounts]: answered(accountsAnswer),
  ...Object.fromEntries(
    ['PUBLISH_WEBHOOK_SECRET', 'DEMO_TOKEN_SECRET', 'SMTP_URL', 'STATUS_TOKEN'].map((name) => [
      requests.version(name),
      answered(secretVersion(name)),
    ]),
  ),
  [requests.value('STATUS_TOKEN')]: answered({
    name: `${numberPath}/secrets/STATUS_TOKEN/versions/1`,
    payload: { data: Buffer.from(statusToken).toString('base64'), dataCrc32c: '1' },
  }),
  [requests.value('PUBLISH_WEBHOOK_SECRET')]: answered({
    name: `${numberPath}/secrets/PUBLISH_WEBHOOK_SECRET/versions/1`,
    payload: { data: Buffer.from(secret).toString('base64'), dataCrc32c: '1' },
  }),
  [requests.grantsOfBucket('acme-site-frontage')]: grantAnswer('roles/storage.objectAdmin'),
  ...Object.fromEntries(
    Object.values(buckets).map((name) => [requests.grantsOfBucket(name), grantAnswer('roles/storage.objectViewer')]),
  ),
  ...Object.fromEntries(
    ['PUBLISH_WEBHOOK_SECRET', 'STATUS_TOKEN'].map((name) => [
      requests.grantsOfSecret(name),
      grantAnswer('roles/secretmanager.secretAccessor'),
    ]),
  ),
  [requests.appCheck]: answered({
    services: [{ name: `${numberPath}/services/firestore.googleapis.com`, enforcementMode: 'UNENFORCED' }],
  }),
  [requests.domains(project)]: answered(domainsAnswer(project, 'www.example.com')),
  [requests.domains(`${project}-admin`)]: answered(domainsAnswer(`${project}-admin`, 'admin.example.com')),
  [requests.domains(`${project}-embed`)]: answered(domainsAnswer(`${project}-embed`, 'embed.example.com')),
  [requests.sites]: answered({
    sites: [project, `${project}-admin`, `${project}-embed`].map((id, at) => ({
      name: `${projectPath}/sites/${id}`,
      defaultUrl: `https://${id}.web.app`,
      type: at === 0 ? 'DEFAULT_SITE' : 'USER_SITE',
    })),
  }),
  [requests.functions]: answered({ functions: functionNames.map(functionAnswer) }),
  ...Object.fromEntries(
    ['claimfirstadmin', 'getdemoembed'].map((name) => [
      requests.callers(name),
      answered({ version: 1, etag: 'BwX=', bindings: [{ role: 'roles/run.invoker', members: ['allUsers'] }] }),
    ]),
  ),
  [requests.service('frontage')]: answered(serviceAnswer({})),
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
