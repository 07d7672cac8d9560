import { bucketAnswer, functionsDeployedWith, fieldAnswers, functionsGrant } from './responses.fixture.ts';
import { requests, buckets, project, webhookAddress } from './requests.fixture.ts';
import { answered, disabled, notFound, type Recorded, type Recordings, refused } from './recorded-google.fixture.ts';
import { validResponses } from './valid-responses.fixture.ts';
import type { Misconfiguration } from './misconfiguration.fixture.ts';

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
 * An error response in the format of Cloud Storage's JSON API.
 * @see https://cloud.google.com/storage/docs/json_api/v1/status-codes
 */
const olderError = (reason: string, message: string): Recorded => ({
  status: 403,
  body: { error: { code: 403, message, errors: [{ message, domain: 'usageLimits', reason }] } },
});
const storageOff = olderError('accessNotConfigured', 'Cloud Storage JSON API has not been used in project 1 before.');
const storageUnpaid = olderError('accountDisabled', 'The billing account for the owning project is disabled.');

const allStorageRequests = (answer: Recorded): Recordings =>
  Object.fromEntries(
    Object.keys(validResponses)
      .filter((question) => question.startsWith('GET storage.googleapis.com/'))
      .map((question) => [question, answer]),
  );
const allSecretRequests = (answer: Recorded): Recordings =>
  Object.fromEntries(
    Object.keys(validResponses)
      .filter((question) => question.startsWith('GET secretmanager.googleapis.com/'))
      .map((question) => [question, answer]),
  );
const apisExcept = (service: string): Recordings => {
  const { services } = validResponses[requests.apis]?.body as { services: { config: { name: string } }[] };
  return { [requests.apis]: answered({ services: services.filter(({ config }) => config.name !== service) }) };
};
export const bucketsIn = (location: string): Recordings =>
  Object.fromEntries(
    Object.values(buckets).map((name) => [requests.bucket(name), answered({ ...bucketAnswer(name), location })]),
  );

/** Mistakes that several services report, or that a service reports in an unusual format. */
export const combinedMistakes: [string, Misconfiguration, string, RegExp][] = [
  [
    'a project that was deleted',
    { answers: { [requests.project]: answered({ projectId: project, state: 'DELETED' }) } },
    'project',
    /gcloud projects undelete acme-site/,
  ],
  [
    'no billing account, also reported by other services',
    {
      answers: {
        [requests.billing]: answered({ name: 'x', projectId: project }),
        ...allSecretRequests(withoutBilling),
        ...allStorageRequests(storageUnpaid),
      },
    },
    'billing',
    /billing projects link/,
  ],
  [
    'Cloud Storage is disabled, reported in the older error format',
    { answers: { ...apisExcept('storage.googleapis.com'), ...allStorageRequests(storageOff) } },
    'apis',
    /services enable storage\.googleapis\.com/,
  ],
  [
    'Firestore is disabled',
    {
      answers: {
        ...apisExcept('firestore.googleapis.com'),
        ...Object.fromEntries(
          Object.keys(validResponses)
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
        [requests.version('PUBLISH_WEBHOOK_SECRET')]: answered({ name: 'v', state: 'DISABLED' }),
        [requests.value('PUBLISH_WEBHOOK_SECRET')]: refused(
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
    'a deleted database without documents',
    {
      answers: {
        [requests.database]: notFound,
        [requests.indexes]: notFound,
        [requests.content]: notFound,
        [requests.bootstrap]: notFound,
      },
    },
    'firestore.database',
    /databases create/,
  ],
  [
    'buckets for uploads in another region than the functions',
    { answers: bucketsIn('EUROPE-WEST1') },
    'buckets.location',
    /FUNCTIONS_REGION=europe-west1/,
  ],
  [
    'buckets for uploads on another continent than the functions',
    { answers: bucketsIn('ASIA') },
    'buckets.location',
    /FUNCTIONS_REGION=asia-/,
  ],
  [
    'a TTL policy that failed',
    {
      answers: {
        [requests.fields]: answered({
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
    'an account of the functions without roles',
    {
      answers: {
        [requests.policy]: answered({
          bindings: (validResponses[requests.policy]?.body as { bindings: object[] }).bindings.filter(
            (binding) => binding !== functionsGrant,
          ),
        }),
      },
    },
    'access.functions',
    /123456789012-compute@developer.* --role roles\/datastore\.user .* --role roles\/storage\.objectAdmin/,
  ],
  [
    'functions with another admin origin',
    {
      answers: functionsDeployedWith({
        PUBLISH_WEBHOOK_URL: webhookAddress,
        ADMIN_ORIGIN: 'https://acme-site-admin.web.app',
      }),
    },
    'functions.origin',
    /ADMIN_ORIGIN=https:\/\/admin\.example\.com .*functions\/\.env\.acme-site/,
  ],
];
