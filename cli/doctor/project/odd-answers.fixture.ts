import { bucketsIn } from './mistakes-in-trouble.fixture.ts';
import { accountsAnswer } from './answers.fixture.ts';
import { asked, project, projectPath } from './asked.fixture.ts';
import { answered, denied, type Recorded, type Recordings, refused } from './recorded-google.fixture.ts';
import { rightAnswers } from './right-answers.fixture.ts';
import type { Wrong } from './wrong.fixture.ts';

/** Every question gets this answer. */
const always = (answer: Recorded): Recordings =>
  Object.fromEntries(Object.keys(rightAnswers).map((question) => [question, answer]));

const paged = (question: string, key: string, and = '?'): Recordings => {
  const items = (rightAnswers[question]?.body as Record<string, unknown[]>)[key] ?? [];
  return {
    [question]: answered({ [key]: items.slice(0, 1), nextPageToken: 'a b+c' }),
    [`${question}${and}pageToken=a b+c`]: answered({ nextPageToken: 'd' }),
    [`${question}${and}pageToken=d`]: answered({ [key]: items.slice(1), nextPageToken: '' }),
  };
};

/** Unusual responses for a correct project. */
export const unusualMistakes: [string, Wrong][] = [
  [
    'whose lists come in pages, one of them empty',
    {
      answers: {
        ...paged(asked.releases, 'releases'),
        ...paged(asked.sites, 'sites'),
        ...paged(asked.apis, 'services', '&'),
        ...paged(asked.indexes, 'indexes', '&'),
        ...paged(asked.linked, 'buckets', '&'),
      },
    },
  ],
  [
    'whose second factor is a duty',
    {
      answers: {
        [asked.accounts]: answered({
          ...accountsAnswer,
          mfa: { state: 'MANDATORY', providerConfigs: [{ state: 'MANDATORY', totpProviderConfig: {} }] },
        }),
      },
    },
  ],
  ['whose uploads are on the whole continent', { answers: bucketsIn('US') }],
  ['whose uploads are in two regions', { answers: bucketsIn('NAM4') }],
  [
    'whose database is in the region itself',
    {
      answers: {
        [asked.database]: answered({ ...(rightAnswers[asked.database]?.body as object), locationId: 'us-central1' }),
      },
    },
  ],
  [
    'on which everybody may be told apart from nobody',
    {
      answers: {
        [asked.policy]: answered({
          ...(rightAnswers[asked.policy]?.body as object),
          auditConfigs: [{ service: 'allServices' }],
        }),
        [asked.project]: answered({ projectId: project, state: 'ACTIVE', annotations: { a: 'b' }, name: projectPath }),
      },
    },
  ],
];

const page = '<!doctype html><html><head><title>Error 403 (Forbidden)</title></head><body>…</body></html>';

/** Inconclusive responses and their only finding. */
export const ambiguousMistakes: [string, Wrong, string, RegExp][] = [
  [
    'whose functions in one region could not be asked for',
    { answers: { [asked.functions]: answered({ functions: [], unreachable: ['us-central1'] }) } },
    'functions',
    /us-central1/,
  ],
  [
    'whose bucket a proxy answers for',
    { answers: { [asked.bucket('acme-site-frontage')]: { status: 403, body: page } } },
    'state',
    /a server other than Google/,
  ],
  [
    'that is asked too often',
    { answers: { [asked.sites]: refused(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded for quota metric') } },
    'hosting',
    /429: Quota exceeded/,
  ],
  [
    'whose service has a bad day',
    { answers: { [asked.database]: refused(500, 'INTERNAL', 'Internal error encountered.') } },
    'firestore.database',
    /500/,
  ],
  [
    'whose service says nothing',
    { answers: { [asked.database]: { status: 502, body: '' } } },
    'firestore.database',
    /502/,
  ],
  [
    'whose rules are guarded apart',
    {
      answers: {
        [asked.ruleset('f')]: refused(403, 'PERMISSION_DENIED', 'Request is prohibited by organization’s policy.'),
      },
    },
    'rules',
    /prohibited/,
  ],
  ['whose id no project has', { answers: always(denied) }, 'project', /no project acme-site, or/],
  [
    'whose id nobody may be billed for',
    { answers: always(refused(403, 'PERMISSION_DENIED', 'Caller may not use project acme-site.')) },
    'project',
    /no project acme-site, or/,
  ],
  [
    'for which nobody is signed in',
    { answers: always(refused(401, 'UNAUTHENTICATED', 'Expired')) },
    'credentials',
    /refuses these credentials/,
  ],
  [
    'whose every answer is a proxy’s',
    { answers: always({ status: 403, body: page }) },
    'google',
    /a server other than Google/,
  ],
  ['while Google has a bad day', { answers: always(refused(503, 'UNAVAILABLE', 'Try again')) }, 'google', /503/],
];
