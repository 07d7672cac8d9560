import { bucketAnswer, deployedWith, fieldAnswers, functionsGrant } from './answers.fixture.ts';
import { asked, buckets, project, webhookAddress } from './asked.fixture.ts';
import { answered, disabled, notFound, type Recorded, type Recordings, refused } from './recorded-google.fixture.ts';
import { rightAnswers } from './right-answers.fixture.ts';
import type { Wrong } from './wrong.fixture.ts';

/**
 * An API's response for a project without a billing account.
 * @see https://cloud.google.com/apis/design/errors#error_info
 */
const withoutBilling: Recorded = {
  status: 403,
  body: {
    error: {
      code: 403,
      message: 'This API method requires billing to be enabled.',
      status: 'PERMISSION_DENIED',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'BILLING_DISABLED',
          domain: 'googleapis.com',
          metadata: { service: 'secretmanager.googleapis.com', consumer: 'projects/123456789012' },
        },
      ],
    },
  },
};

/**
 * As Cloud Storage's JSON API has its errors.
 * @see https://cloud.google.com/storage/docs/json_api/v1/status-codes
 */
const olderError = (reason: string, message: string): Recorded => ({
  status: 403,
  body: { error: { code: 403, message, errors: [{ message, domain: 'usageLimits', reason }] } },
});
const storageOff = olderError('accessNotConfigured', 'Cloud Storage JSON API has not been used in project 1 before.');
const storageUnpaid = olderError('accountDisabled', 'The billing account for the owning project is disabled.');

const ofStorage = (answer: Recorded): Recordings =>
  Object.fromEntries(
    Object.keys(rightAnswers)
      .filter((question) => question.startsWith('GET storage.googleapis.com/'))
      .map((question) => [question, answer]),
  );
const ofSecrets = (answer: Recorded): Recordings =>
  Object.fromEntries(
    Object.keys(rightAnswers)
      .filter((question) => question.startsWith('GET secretmanager.googleapis.com/'))
      .map((question) => [question, answer]),
  );
const apisBut = (service: string): Recordings => {
  const { services } = rightAnswers[asked.apis]?.body as { services: { config: { name: string } }[] };
  return { [asked.apis]: answered({ services: services.filter(({ config }) => config.name !== service) }) };
};
export const bucketsIn = (location: string): Recordings =>
  Object.fromEntries(
    Object.values(buckets).map((name) => [asked.bucket(name), answered({ ...bucketAnswer(name), location })]),
  );

/** Mistakes reported by services in combination with other errors or in unusual words. */
export const troubleshootingMistakes: [string, Wrong, string, RegExp][] = [
  [
    'an end that is near',
    { answers: { [asked.project]: answered({ projectId: project, state: 'DELETED' }) } },
    'project',
    /gcloud projects undelete acme-site/,
  ],
  [
    'no billing account, which other services say too',
    {
      answers: {
        [asked.billing]: answered({ name: 'x', projectId: project }),
        ...ofSecrets(withoutBilling),
        ...ofStorage(storageUnpaid),
      },
    },
    'billing',
    /billing projects link/,
  ],
  [
    'Cloud Storage off, which it says in an older form',
    { answers: { ...apisBut('storage.googleapis.com'), ...ofStorage(storageOff) } },
    'apis',
    /services enable storage\.googleapis\.com/,
  ],
  [
    'Firestore off',
    {
      answers: {
        ...apisBut('firestore.googleapis.com'),
        ...Object.fromEntries(
          Object.keys(rightAnswers)
            .filter((question) => question.startsWith('GET firestore.googleapis.com/'))
            .map((question) => [question, disabled('firestore.googleapis.com')]),
        ),
      },
    },
    'apis',
    /services enable firestore\.googleapis\.com/,
  ],
  [
    'a signing secret that is disabled',
    {
      answers: {
        [asked.version('PUBLISH_WEBHOOK_SECRET')]: answered({ name: 'v', state: 'DISABLED' }),
        [asked.value('PUBLISH_WEBHOOK_SECRET')]: refused(
          400,
          'FAILED_PRECONDITION',
          'Secret Version [projects/1/secrets/PUBLISH_WEBHOOK_SECRET/versions/1] is in DISABLED state.',
        ),
      },
    },
    'secrets.PUBLISH_WEBHOOK_SECRET',
    /versions add PUBLISH_WEBHOOK_SECRET/,
  ],
  [
    'no database any more, and documents that cannot be asked for',
    {
      answers: {
        [asked.database]: notFound,
        [asked.indexes]: notFound,
        [asked.content]: notFound,
        [asked.bootstrap]: notFound,
      },
    },
    'firestore.database',
    /databases create/,
  ],
  [
    'uploads in another region than the functions',
    { answers: bucketsIn('EUROPE-WEST1') },
    'buckets.location',
    /FUNCTIONS_REGION=europe-west1/,
  ],
  [
    'uploads in another continent than the functions',
    { answers: bucketsIn('ASIA') },
    'buckets.location',
    /FUNCTIONS_REGION=asia-/,
  ],
  [
    'documents whose expiring failed',
    {
      answers: {
        [asked.fields]: answered({
          fields: fieldAnswers.map((field) =>
            'ttlConfig' in field ? { ...field, ttlConfig: { state: 'NEEDS_REPAIR' } } : field,
          ),
        }),
      },
    },
    'firestore.expiry',
    /firestore:indexes/,
  ],
  [
    'functions whose account an organisation gives no rights',
    {
      answers: {
        [asked.policy]: answered({
          bindings: (rightAnswers[asked.policy]?.body as { bindings: object[] }).bindings.filter(
            (binding) => binding !== functionsGrant,
          ),
        }),
      },
    },
    'access.functions',
    /123456789012-compute@developer.* --role roles\/datastore\.user .* --role roles\/storage\.objectAdmin/,
  ],
  [
    'functions that lead invited people elsewhere',
    { answers: deployedWith({ PUBLISH_WEBHOOK_URL: webhookAddress, ADMIN_ORIGIN: 'https://acme-site-admin.web.app' }) },
    'functions.origin',
    /ADMIN_ORIGIN=https:\/\/admin\.example\.com .*functions\/\.env\.acme-site/,
  ],
];
