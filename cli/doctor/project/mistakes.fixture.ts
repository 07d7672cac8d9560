import type { PipelineStatus } from '@frontage/pipeline/trigger/control';
import type { Examined } from './examined.ts';
import { answered, denied, disabled, notFound, refused, type Recordings } from './recorded-google.fixture.ts';
import {
  accountsAnswer,
  asked,
  bucketAnswer,
  buckets,
  deployedWith,
  domainsAnswer,
  fieldAnswers,
  functionAnswer,
  functionNames,
  functionsGrant,
  indexAnswers,
  project,
  projectPath,
  rightAnswers,
  secret,
  serviceAccount,
  uploadRulesGrant,
} from './right-answers.fixture.ts';

/** What the environment of a right project says. */
export const settings = {
  PUBLIC_SITE_ORIGIN: 'https://www.example.com',
  PUBLIC_ADMIN_ORIGIN: 'https://admin.example.com',
  PUBLIC_EMBED_ORIGIN: 'https://embed.example.com',
  PUBLIC_PIPELINE_ORIGIN: 'https://frontage.example.com',
  ADMIN_ORIGIN: 'https://admin.example.com',
  FUNCTIONS_REGION: 'us-central1',
  FIREBASE_WEB_CONFIG: JSON.stringify({ apiKey: 'k', authDomain: 'a.example', projectId: project, appId: '1:1:web:a' }),
  SETUP_CODE: '0123456789abcdef',
};

/** How a project differs from one on which everything is right. */
export interface Wrong {
  answers?: Recordings;
  settings?: Record<string, string | undefined>;
  skew?: number;
  /** What the pipeline says of itself. */
  status?: Partial<PipelineStatus>;
  project?: Partial<Examined>;
}

const secretGone = (name: string): Recordings => ({ [asked.version(name)]: notFound, [asked.secret(name)]: notFound });
const accounts = (differs: object): Recordings => ({ [asked.accounts]: answered({ ...accountsAnswer, ...differs }) });
const functionsWith = (differs: object): Recordings => ({
  [asked.functions]: answered({ functions: functionNames.map((name) => ({ ...functionAnswer(name), ...differs })) }),
});
const database = (differs: object): Recordings => ({
  [asked.database]: answered({ ...(rightAnswers[asked.database]?.body as object), ...differs }),
});
const otherRules = (id: string): Recordings => ({
  [asked.ruleset(id)]: answered({ source: { files: [{ name: 'x.rules', content: 'service x {}', fingerprint: '' }] } }),
});
const withoutApi = (service: string): Recordings => {
  const { services } = rightAnswers[asked.apis]?.body as { services: { config: { name: string } }[] };
  return { [asked.apis]: answered({ services: services.filter(({ config }) => config.name !== service) }) };
};
const [firstIndex, ...otherIndexes] = indexAnswers;

/** What is wrong, in what it differs from a right project, the check that finds it, and what it says to type. */
export const mistakes: [string, Wrong, string, RegExp][] = [
  ['no Firebase project', { answers: { [asked.project]: notFound } }, 'project', /projects:addfirebase acme-site/],
  ['no web app', { answers: { [asked.webApps]: answered({}) } }, 'web-app', /apps:create web/],
  [
    'the web app of another project',
    { settings: { FIREBASE_WEB_CONFIG: '{"apiKey":"k","authDomain":"a","projectId":"other"}' } },
    'web-app',
    /sdkconfig web/,
  ],
  ['no origin of the site', { settings: { PUBLIC_SITE_ORIGIN: undefined } }, 'origin.site', /PUBLIC_SITE_ORIGIN=https/],
  [
    'an origin with a slash',
    { settings: { PUBLIC_EMBED_ORIGIN: 'https://embed.example.com/' } },
    'origin.embed',
    /PUBLIC_EMBED/,
  ],
  [
    'no origin of previews',
    { settings: { PUBLIC_PIPELINE_ORIGIN: undefined } },
    'origin.pipeline',
    /PUBLIC_PIPELINE_ORIGIN/,
  ],
  [
    'no billing account',
    { answers: { [asked.billing]: answered({ name: 'x', projectId: project }) } },
    'billing',
    /billing projects link/,
  ],
  [
    'an API that is off',
    {
      answers: {
        ...withoutApi('secretmanager.googleapis.com'),
        [asked.version('PUBLISH_WEBHOOK_SECRET')]: disabled('secretmanager.googleapis.com'),
      },
      settings: { PUBLISH_WEBHOOK_SECRET: secret },
    },
    'apis',
    /services enable secretmanager\.googleapis\.com/,
  ],
  [
    'credentials that may not deploy',
    { answers: { [asked.permissions]: answered({ permissions: ['datastore.entities.get'] }) } },
    'access.own',
    /roles\/firebasehosting\.admin/,
  ],
  [
    'a service account without a role',
    {
      answers: {
        [asked.policy]: answered({
          bindings: [{ role: 'roles/datastore.user', members: [serviceAccount] }, uploadRulesGrant, functionsGrant],
        }),
      },
    },
    'access.service',
    /--role roles\/firebasehosting\.admin/,
  ],
  [
    'no service account',
    { answers: { [asked.policy]: answered({ etag: 'ACAB', bindings: [uploadRulesGrant, functionsGrant] }) } },
    'access.service',
    /service-accounts create frontage/,
  ],
  [
    'no database',
    { answers: { [asked.database]: notFound, [asked.indexes]: notFound } },
    'firestore.database',
    /databases create/,
  ],
  [
    'a database in Datastore mode',
    { answers: database({ type: 'DATASTORE_MODE' }) },
    'firestore.database',
    /--type firestore-native/,
  ],
  [
    'a database far from the functions',
    { answers: database({ locationId: 'eur3' }) },
    'firestore.location',
    /FUNCTIONS_REGION=europe-/,
  ],
  [
    'an index that is not there',
    { answers: { [asked.indexes]: answered({ indexes: otherIndexes }) } },
    'firestore.indexes',
    /--only firestore:indexes/,
  ],
  [
    'an index that is being built',
    { answers: { [asked.indexes]: answered({ indexes: [{ ...firstIndex, state: 'CREATING' }, ...otherIndexes] }) } },
    'firestore.indexes-building',
    /Wait/,
  ],
  [
    'an index that could not be built',
    {
      answers: {
        [asked.indexes]: answered({ indexes: [{ ...firstIndex, state: 'NEEDS_REPAIR' }, ...otherIndexes] }),
      },
    },
    'firestore.indexes-broken',
    /indexes composite delete/,
  ],
  [
    'documents that do not expire',
    { answers: { [asked.fields]: answered({ fields: fieldAnswers.map(({ ttlConfig: _, ...field }) => field) }) } },
    'firestore.expiry',
    /firestore:indexes/,
  ],
  [
    'long texts that are indexed',
    { answers: { [asked.fields]: answered({ fields: fieldAnswers.filter(({ name }) => !name.endsWith('/body')) }) } },
    'firestore.fields',
    /firestore:indexes/,
  ],
  ['other rules of Firestore', { answers: otherRules('f') }, 'rules.firestore', /--only firestore:rules/],
  [
    'no rules of a bucket',
    {
      answers: {
        [asked.releases]: answered({
          releases: (rightAnswers[asked.releases]?.body as { releases: { name: string }[] }).releases.filter(
            ({ name }) => !name.includes('demo-images'),
          ),
        }),
      },
    },
    'rules.demo-images',
    /--only storage:demo-images/,
  ],
  [
    'a bucket that is not there',
    { answers: { [asked.bucket(buckets['demo-images'])]: notFound } },
    'buckets.demo-images',
    /buckets create gs:\/\/acme-site-demo-images/,
  ],
  [
    'a bucket that Firebase does not know',
    {
      answers: {
        [asked.linked]: answered({
          buckets: Object.values(buckets)
            .slice(1)
            .map((name) => ({ name: `projects/1/buckets/${name}` })),
        }),
      },
    },
    'buckets.homepage-images',
    /:addFirebase/,
  ],
  [
    'a bucket by another name',
    {
      project: { buckets: { ...buckets, 'branding-assets': 'acme-logos' } },
      answers: {
        [asked.releases]: answered({
          releases: [
            ...(rightAnswers[asked.releases]?.body as { releases: object[] }).releases,
            { name: `${projectPath}/releases/firebase.storage/acme-logos`, rulesetName: `${projectPath}/rulesets/s` },
          ],
        }),
        [asked.grantsOfBucket('acme-logos')]:
          rightAnswers[asked.grantsOfBucket(buckets['branding-assets'])] ?? notFound,
      },
    },
    'buckets.branding-assets',
    /target:apply storage branding-assets/,
  ],
  [
    'a history that could be made public',
    {
      answers: {
        [asked.bucket('acme-site-frontage')]: answered({
          ...bucketAnswer('acme-site-frontage'),
          iamConfiguration: { publicAccessPrevention: 'inherited' },
        }),
      },
    },
    'state',
    /--public-access-prevention/,
  ],
  [
    'no bucket for the history',
    { answers: { [asked.bucket('acme-site-frontage')]: notFound } },
    'state',
    /buckets create gs:\/\/acme-site-frontage/,
  ],
  [
    'a bucket of somebody else for the history',
    { answers: { [asked.bucket('acme-site-frontage')]: denied } },
    'state',
    /roles\/storage\.objectAdmin/,
  ],
  [
    'no Authentication',
    { answers: { [asked.accounts]: refused(404, 'NOT_FOUND', 'CONFIGURATION_NOT_FOUND') } },
    'accounts',
    /Get started/,
  ],
  [
    'no signing in by e-mail',
    { answers: accounts({ signIn: { email: { passwordRequired: true } } }) },
    'accounts.email',
    /Email\/Password/,
  ],
  [
    'no second factor',
    { answers: accounts({ mfa: { state: 'DISABLED' } }) },
    'accounts.second-factor',
    /doctor --project acme-site --fix/,
  ],
  [
    'a domain that e-mails may not lead to',
    {
      settings: { PUBLIC_ADMIN_ORIGIN: 'https://staff.example.com' },
      answers: {
        [asked.domains(`${project}-admin`)]: answered(domainsAnswer(`${project}-admin`, 'staff.example.com')),
      },
    },
    'accounts.domain',
    /add staff\.example\.com/,
  ],
  [
    'accounts that can be asked for',
    { answers: accounts({ emailPrivacyConfig: {} }) },
    'accounts.privacy',
    /User actions/,
  ],
  [
    'no secret',
    { answers: secretGone('DEMO_TOKEN_SECRET') },
    'secrets.DEMO_TOKEN_SECRET',
    /secrets create DEMO_TOKEN_SECRET/,
  ],
  [
    'a secret that is disabled',
    { answers: { [asked.version('STATUS_TOKEN')]: answered({ name: 'v', state: 'DISABLED' }) } },
    'secrets.STATUS_TOKEN',
    /versions add STATUS_TOKEN/,
  ],
  ['no setup code', { settings: { SETUP_CODE: undefined } }, 'setup-code', /frontage setup --project acme-site/],
  ['a short setup code', { settings: { SETUP_CODE: 'secret' } }, 'setup-code', /frontage setup/],
  [
    'documents of an earlier version',
    { answers: { [asked.bootstrap]: answered({ name: 'b', fields: {} }) } },
    'content',
    /migrate --dry-run --project acme-site/,
  ],
  [
    'documents of a later version',
    { answers: { [asked.content]: answered({ name: 'c', fields: { version: { integerValue: '999' } } }) } },
    'content',
    /git pull/,
  ],
  [
    'a site that is not there',
    {
      answers: {
        [asked.sites]: answered({
          sites: [project, `${project}-admin`].map((id) => ({
            name: `${projectPath}/sites/${id}`,
            defaultUrl: 'https://x.web.app',
          })),
        }),
      },
    },
    'hosting.embed',
    /hosting:sites:create acme-site-embed/,
  ],
  [
    'a target that .firebaserc does not name',
    { project: { sites: { site: project, admin: undefined, embed: `${project}-embed` } } },
    'hosting.admin',
    /frontage setup/,
  ],
  [
    'a function that is not deployed',
    { answers: { [asked.functions]: answered({ functions: functionNames.slice(1).map(functionAnswer) }) } },
    'functions',
    /--only functions:claimFirstAdmin/,
  ],
  [
    'functions that failed',
    { answers: functionsWith({ state: 'FAILED' }) },
    'functions.state',
    /functions:claimFirstAdmin,functions:getDemoEmbed/,
  ],
  [
    'functions in another region',
    {
      project: { region: 'us-east1' },
      answers: { [asked.service('frontage').replace('us-central1', 'us-east1')]: notFound },
    },
    'functions.region',
    /FUNCTIONS_REGION=us-central1/,
  ],
  [
    'functions on an older Node',
    { answers: functionsWith({ buildConfig: { runtime: 'nodejs20' } }) },
    'functions.runtime',
    /--only functions/,
  ],
  [
    'functions that send hints elsewhere',
    {
      answers: deployedWith({ PUBLISH_WEBHOOK_URL: 'https://old.example/hooks/publish' }),
    },
    'functions.webhook',
    /--only functions/,
  ],
  [
    'no address of the pipeline',
    {
      settings: { PUBLISH_WEBHOOK_URL: undefined },
      answers: deployedWith({ PUBLISH_WEBHOOK_URL: '' }),
    },
    'webhook',
    /PUBLISH_WEBHOOK_URL=https/,
  ],
  [
    'a pipeline that does not run',
    {
      settings: { PUBLISH_WEBHOOK_URL: 'http://127.0.0.1:9/hooks/publish' },
      answers: deployedWith({ PUBLISH_WEBHOOK_URL: 'http://127.0.0.1:9/hooks/publish' }),
    },
    'webhook',
    /run services describe/,
  ],
  [
    'a pipeline with another secret',
    { settings: { PUBLISH_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 8).toString('base64')}` } },
    'webhook.signature',
    /--update-secrets PUBLISH_WEBHOOK_SECRET/,
  ],
  ['a clock that is wrong', { skew: 3_600 }, 'clock', /timedatectl/],
];
