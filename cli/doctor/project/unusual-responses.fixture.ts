import { bucketsIn } from './combined-mistakes.fixture.ts';
import { accountsAnswer } from './responses.fixture.ts';
import { requests, project, projectPath } from './requests.fixture.ts';
import { answered, denied, type Recorded, type Recordings, refused } from './recorded-google.fixture.ts';
import { validResponses } from './valid-responses.fixture.ts';
import type { Misconfiguration } from './misconfiguration.fixture.ts';

/** Recordings in which every request gets the same response. */
const always = (answer: Recorded): Recordings =>
  Object.fromEntries(Object.keys(validResponses).map((question) => [question, answer]));

const paged = (question: string, key: string, and = '?'): Recordings => {
  const items = (validResponses[question]?.body as Record<string, unknown[]>)[key] ?? [];
  return {
    [question]: answered({ [key]: items.slice(0, 1), nextPageToken: 'a b+c' }),
    [`${question}${and}pageToken=a b+c`]: answered({ nextPageToken: 'd' }),
    [`${question}${and}pageToken=d`]: answered({ [key]: items.slice(1), nextPageToken: '' }),
  };
};

/** Unusual responses for a correct project. */
export const unusualResponses: [string, Misconfiguration][] = [
  [
    'lists come in pages, one of them empty',
    {
      answers: {
        ...paged(requests.releases, 'releases'),
        ...paged(requests.sites, 'sites'),
        ...paged(requests.apis, 'services', '&'),
        ...paged(requests.indexes, 'indexes', '&'),
        ...paged(requests.linked, 'buckets', '&'),
      },
    },
  ],
  [
    'the second factor is mandatory',
    {
      answers: {
        [requests.accounts]: answered({
          ...accountsAnswer,
          mfa: { state: 'MANDATORY', providerConfigs: [{ state: 'MANDATORY', totpProviderConfig: {} }] },
        }),
      },
    },
  ],
  ['buckets are in a multi-region', { answers: bucketsIn('US') }],
  ['buckets are in a dual-region', { answers: bucketsIn('NAM4') }],
  [
    'the database is in the region of the functions',
    {
      answers: {
        [requests.database]: answered({
          ...(validResponses[requests.database]?.body as object),
          locationId: 'us-central1',
        }),
      },
    },
  ],
  [
    'responses have additional fields',
    {
      answers: {
        [requests.policy]: answered({
          ...(validResponses[requests.policy]?.body as object),
          auditConfigs: [{ service: 'allServices' }],
        }),
        [requests.project]: answered({
          projectId: project,
          state: 'ACTIVE',
          annotations: { a: 'b' },
          name: projectPath,
        }),
      },
    },
  ],
];

const page = '<!doctype html><html><head><title>Error 403 (Forbidden)</title></head><body>…</body></html>';

/** Inconclusive responses, the check that could not run, and its text. */
export const inconclusiveResponses: [string, Misconfiguration, string, RegExp][] = [
  [
    'one region of the functions is unreachable',
    { answers: { [requests.functions]: answered({ functions: [], unreachable: ['us-central1'] }) } },
    'functions',
    /us-central1/,
  ],
  [
    'a proxy answers for a bucket',
    { answers: { [requests.bucket('acme-site-frontage')]: { status: 403, body: page } } },
    'state',
    /a server other than Google/,
  ],
  [
    'a quota is exceeded',
    { answers: { [requests.sites]: refused(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded for quota metric') } },
    'hosting',
    /429: Quota exceeded/,
  ],
  [
    'a service has an internal error',
    { answers: { [requests.database]: refused(500, 'INTERNAL', 'Internal error encountered.') } },
    'firestore.database',
    /500/,
  ],
  [
    'a service answers with an empty body',
    { answers: { [requests.database]: { status: 502, body: '' } } },
    'firestore.database',
    /502/,
  ],
  [
    'reading a ruleset is prohibited by policy',
    {
      answers: {
        [requests.ruleset('f')]: refused(403, 'PERMISSION_DENIED', 'Request is prohibited by organization’s policy.'),
      },
    },
    'rules',
    /prohibited/,
  ],
  ['the project does not exist', { answers: always(denied) }, 'project', /no project acme-site, or/],
  [
    'the project may not be used for quota',
    { answers: always(refused(403, 'PERMISSION_DENIED', 'Caller may not use project acme-site.')) },
    'project',
    /no project acme-site, or/,
  ],
  [
    'credentials are expired',
    { answers: always(refused(401, 'UNAUTHENTICATED', 'Expired')) },
    'credentials',
    /refuses these credentials/,
  ],
  [
    'a proxy answers every request',
    { answers: always({ status: 403, body: page }) },
    'google',
    /a server other than Google/,
  ],
  ['Google is unavailable', { answers: always(refused(503, 'UNAVAILABLE', 'Try again')) }, 'google', /503/],
];
