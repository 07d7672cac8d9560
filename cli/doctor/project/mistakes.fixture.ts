import {
  bucketAnswer,
  fieldAnswers,
  functionsGrant,
  indexAnswers,
  serviceAccount,
  uploadRulesGrant,
} from './responses.fixture.ts';
import { requests, buckets, project, projectPath, secret } from './requests.fixture.ts';
import { answered, denied, disabled, notFound, type Recordings } from './recorded-google.fixture.ts';
import { validResponses } from './valid-responses.fixture.ts';
import type { Misconfiguration } from './misconfiguration.fixture.ts';

const database = (changes: object): Recordings => ({
  [requests.database]: answered({ ...(validResponses[requests.database]?.body as object), ...changes }),
});
const otherRules = (id: string): Recordings => ({
  [requests.ruleset(id)]: answered({
    source: { files: [{ name: 'x.rules', content: 'service x {}', fingerprint: '' }] },
  }),
});
const withoutApi = (service: string): Recordings => {
  const { services } = validResponses[requests.apis]?.body as { services: { config: { name: string } }[] };
  return { [requests.apis]: answered({ services: services.filter(({ config }) => config.name !== service) }) };
};
const [firstIndex, ...otherIndexes] = indexAnswers;

/** Each mistake: its difference from a correct project, the check that reports it, and the command it prints. */
export const mistakes: [string, Misconfiguration, string, RegExp][] = [
  ['no Firebase project', { answers: { [requests.project]: notFound } }, 'project', /projects:addfirebase acme-site/],
  ['no web app', { answers: { [requests.webApps]: answered({}) } }, 'web-app', /apps:create web/],
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
    { answers: { [requests.billing]: answered({ name: 'x', projectId: project }) } },
    'billing',
    /billing projects link/,
  ],
  [
    'a disabled API',
    {
      answers: {
        ...withoutApi('secretmanager.googleapis.com'),
        [requests.version('PUBLISH_WEBHOOK_SECRET')]: disabled('secretmanager.googleapis.com'),
      },
      settings: { PUBLISH_WEBHOOK_SECRET: secret },
    },
    'apis',
    /services enable secretmanager\.googleapis\.com/,
  ],
  [
    'credentials that may not deploy',
    { answers: { [requests.permissions]: answered({ permissions: ['datastore.entities.get'] }) } },
    'access.own',
    /roles\/firebasehosting\.admin/,
  ],
  [
    'a service account without a role',
    {
      answers: {
        [requests.policy]: answered({
          bindings: [{ role: 'roles/datastore.user', members: [serviceAccount] }, uploadRulesGrant, functionsGrant],
        }),
      },
    },
    'access.service',
    /--role roles\/firebasehosting\.admin/,
  ],
  [
    'no service account',
    { answers: { [requests.policy]: answered({ etag: 'ACAB', bindings: [uploadRulesGrant, functionsGrant] }) } },
    'access.service',
    /service-accounts create frontage/,
  ],
  [
    'no database',
    { answers: { [requests.database]: notFound, [requests.indexes]: notFound } },
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
    'an index that does not exist',
    { answers: { [requests.indexes]: answered({ indexes: otherIndexes }) } },
    'firestore.indexes',
    /--only firestore:indexes/,
  ],
  [
    'an index that is being built',
    { answers: { [requests.indexes]: answered({ indexes: [{ ...firstIndex, state: 'CREATING' }, ...otherIndexes] }) } },
    'firestore.indexes-building',
    /Wait/,
  ],
  [
    'an index that could not be built',
    {
      answers: {
        [requests.indexes]: answered({ indexes: [{ ...firstIndex, state: 'NEEDS_REPAIR' }, ...otherIndexes] }),
      },
    },
    'firestore.indexes-broken',
    /indexes composite delete/,
  ],
  [
    'documents that do not expire',
    { answers: { [requests.fields]: answered({ fields: fieldAnswers.map(({ ttlConfig: _, ...field }) => field) }) } },
    'firestore.expiry',
    /firestore:indexes/,
  ],
  [
    'indexed long texts',
    {
      answers: { [requests.fields]: answered({ fields: fieldAnswers.filter(({ name }) => !name.endsWith('/body')) }) },
    },
    'firestore.fields',
    /firestore:indexes/,
  ],
  [
    'Firestore rules that differ from the repository',
    { answers: otherRules('f') },
    'rules.firestore',
    /--only firestore:rules/,
  ],
  [
    'a bucket without rules',
    {
      answers: {
        [requests.releases]: answered({
          releases: (validResponses[requests.releases]?.body as { releases: { name: string }[] }).releases.filter(
            ({ name }) => !name.includes('demo-images'),
          ),
        }),
      },
    },
    'rules.demo-images',
    /--only storage:demo-images/,
  ],
  [
    'a bucket that does not exist',
    { answers: { [requests.bucket(buckets['demo-images'])]: notFound } },
    'buckets.demo-images',
    /buckets create gs:\/\/acme-site-demo-images/,
  ],
  [
    'a bucket that is not added to Firebase',
    {
      answers: {
        [requests.linked]: answered({
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
    'a bucket whose name does not end in its target',
    {
      project: { buckets: { ...buckets, 'branding-assets': 'acme-logos' } },
      answers: {
        [requests.releases]: answered({
          releases: [
            ...(validResponses[requests.releases]?.body as { releases: object[] }).releases,
            { name: `${projectPath}/releases/firebase.storage/acme-logos`, rulesetName: `${projectPath}/rulesets/s` },
          ],
        }),
        [requests.grantsOfBucket('acme-logos')]:
          validResponses[requests.grantsOfBucket(buckets['branding-assets'])] ?? notFound,
      },
    },
    'buckets.branding-assets',
    /target:apply storage branding-assets/,
  ],
  [
    'a history bucket that could be made public',
    {
      answers: {
        [requests.bucket('acme-site-frontage')]: answered({
          ...bucketAnswer('acme-site-frontage'),
          iamConfiguration: { publicAccessPrevention: 'inherited' },
        }),
      },
    },
    'state',
    /--public-access-prevention/,
  ],
  [
    'a missing history bucket',
    { answers: { [requests.bucket('acme-site-frontage')]: notFound } },
    'state',
    /buckets create gs:\/\/acme-site-frontage/,
  ],
  [
    'a history bucket of another project',
    { answers: { [requests.bucket('acme-site-frontage')]: denied } },
    'state',
    /roles\/storage\.objectAdmin/,
  ],
];
