import type { PipelineStatus } from '@frontage/pipeline';
import { startPipelineServer, type PipelineServer } from '@frontage/pipeline/server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { exitCodeOf, type Finding } from './check.ts';
import { openGoogle, ownerCredentials } from './google.ts';
import { accountsAnswer, serviceAnswer } from './project/responses.fixture.ts';
import {
  requests,
  buckets,
  functionNames,
  project,
  repository,
  secret,
  statusToken,
  webhookAddress,
} from './project/requests.fixture.ts';
import { finalChecks, projectChecks } from './checks.ts';
import { examineProject } from './examine-project.ts';
import { mistakes } from './project/mistakes.fixture.ts';
import { combinedMistakes } from './project/combined-mistakes.fixture.ts';
import { accessMistakes, validAccessStates } from './project/access-mistakes.fixture.ts';
import { serviceMistakes } from './project/service-mistakes.fixture.ts';
import {
  maintenanceMistakes,
  validMaintenanceStates,
  unknownMaintenanceStates,
} from './project/maintenance-mistakes.fixture.ts';
import { inconclusiveResponses, unusualResponses } from './project/unusual-responses.fixture.ts';
import { answered, denied, RecordedGoogle, type Recordings } from './project/recorded-google.fixture.ts';
import { validResponses } from './project/valid-responses.fixture.ts';
import { settings, type Misconfiguration } from './project/misconfiguration.fixture.ts';

const google = new RecordedGoogle();
let scheme: string;
let pipeline: PipelineServer;
let receivedHints: string[][] = [];
const idle: PipelineStatus = {
  state: 'idle',
  release: '1',
  pinned: null,
  waiting: 0,
  templates: 'a',
  liveTemplates: 'a',
  failure: null,
  next: null,
  problems: [],
};
let pipelineStatus = idle;

const notExpected = () => Promise.reject(new Error('unexpected call'));
beforeAll(async () => {
  scheme = `${await google.start()}/`;
  const live = () =>
    pipelineStatus.release === null
      ? null
      : ({ id: pipelineStatus.release } as ReturnType<Parameters<typeof startPipelineServer>[0]['pipeline']['live']>);
  const publish = (documents: readonly string[]) => {
    receivedHints.push([...documents]);
    return Promise.resolve({ release: null, problems: [] });
  };
  const status = () => pipelineStatus;
  pipeline = await startPipelineServer({
    port: 0,
    secret,
    statusToken,
    pipeline: {
      live,
      publish,
      status,
      rollback: notExpected,
      unpin: notExpected,
      repair: notExpected,
      metrics: () => Promise.resolve(''),
    },
  });
});
afterAll(async () => {
  google.stop();
  await pipeline.stop();
});
afterEach(() => {
  google.skew = 0;
  google.unknown.length = 0;
  receivedHints = [];
});

async function examine({
  answers = {},
  settings: changedSettings = {},
  skew = 0,
  status = {},
  project: changedProject = {},
}: Misconfiguration) {
  pipelineStatus = { ...idle, ...status };
  google.recordings = { ...validResponses, ...answers };
  google.skew = skew;
  const webhook = `http://127.0.0.1:${String(pipeline.port)}/hooks/publish`;
  const all: Record<string, string | undefined> = { ...settings, PUBLISH_WEBHOOK_URL: webhook, ...changedSettings };
  // The functions were deployed with the environment's values and the address of this test's pipeline.
  const deployed = {
    [webhookAddress]: webhook,
    'https://admin.example.com': all['PUBLIC_ADMIN_ORIGIN'],
    'post@frontage.example': all['MAIL_FROM'],
  };
  google.recordings[requests.functions] = withValues(google.recordings[requests.functions], deployed);
  google.recordings[requests.service('frontage')] = answers[requests.service('frontage')] ?? serviceWith(all);
  return examineProject({
    project,
    google: openGoogle({ credentials: ownerCredentials, scheme }),
    sites: { site: project, admin: `${project}-admin`, embed: `${project}-embed` },
    buckets,
    ...repository,
    functions: functionNames,
    region: 'us-central1',
    setting: (name) => all[name],
    tryMailServer: () => Promise.resolve(null),
    state: 'gs://acme-site-frontage/live',
    fixes: false,
    isDeep: true,
    hostingApi: null,
    ...changedProject,
  });
}

function withValues(recorded: Recordings[string] | undefined, values: Record<string, string | undefined>) {
  const text = Object.entries(values).reduce(
    (replaced, [from, to]) => replaced.replaceAll(`"${from}"`, `"${to ?? ''}"`),
    JSON.stringify(recorded),
  );
  return JSON.parse(text) as Recordings[string];
}

/** The pipeline on Cloud Run with the environment's values. */
const serviceWith = (all: Record<string, string | undefined>) => {
  const names = ['PUBLIC_SITE_ORIGIN', 'PUBLIC_ADMIN_ORIGIN', 'PUBLIC_EMBED_ORIGIN'];
  return answered(serviceAnswer({ env: Object.fromEntries(names.map((name) => [name, all[name] ?? ''])) }));
};

const problemsIn = (findings: readonly Finding[]): string[] =>
  findings.filter(({ state }) => state !== 'ok').map(({ check, state }) => `${state} ${check}`);

describe('examineProject', () => {
  it('reports no problem for a correct project', async () => {
    const findings = await examine({});
    expect(problemsIn(findings)).toEqual([]);
    expect(exitCodeOf(findings)).toBe(0);
    expect(google.unknown).toEqual([]);
    expect(receivedHints).toEqual([['system/doctor']]);
  });

  it.each([...mistakes, ...serviceMistakes, ...accessMistakes, ...combinedMistakes, ...maintenanceMistakes])(
    'reports exactly one problem: %s',
    async (_name, ...[wrong, check, next]) => {
      const findings = await examine(wrong);
      const [first, ...others] = findings.filter(({ state }) => state !== 'ok');
      expect(others.map((other) => other.check)).toEqual([]);
      expect(first).toMatchObject({ check, next: expect.stringMatching(next) as string });
      expect(exitCodeOf(findings)).toBe(first?.state === 'missing' ? 1 : 0);
      expect(google.unknown).toEqual([]);
    },
  );

  it.each([...validAccessStates, ...validMaintenanceStates, ...unusualResponses])(
    'reports no problem: %s',
    async (_name, wrong) => {
      expect(problemsIn(await examine(wrong))).toEqual([]);
      expect(google.unknown).toEqual([]);
    },
  );

  it.each<[string, Misconfiguration, string[]]>([
    ...unknownMaintenanceStates,
    ['listing rules is forbidden', { answers: { [requests.releases]: denied } }, ['unasked rules']],
    [
      'an API answers in an unknown format',
      { answers: { [requests.database]: answered({ name: 1 }) } },
      ['unasked firestore.database'],
    ],
    ['an API is down', { answers: { [requests.accounts]: { status: 503, body: 'busy' } } }, ['unasked accounts']],
    [
      'another server answers with a page',
      { answers: { [requests.sites]: { status: 200, body: '<html>' } } },
      ['unasked hosting'],
    ],
    ['an API answers with a list', { answers: { [requests.sites]: answered([1, 2]) } }, ['unasked hosting']],
    [
      'an API answers with a string',
      { answers: { [requests.sites]: { status: 200, body: '"sites"' } } },
      ['unasked hosting'],
    ],
    [
      'another server answers with 404',
      { answers: { [requests.project]: { status: 404, body: '<html>' } } },
      ['unasked project'],
    ],
    [
      'reading grants is forbidden',
      { answers: { [requests.grantsOfBucket('acme-site-frontage')]: denied } },
      ['unasked access.grants'],
    ],
    [
      'reading the mail server’s secret is forbidden',
      { settings: { MAIL_FROM: 'a@example.com' }, answers: { [requests.value('SMTP_URL')]: denied } },
      ['unasked mail'],
    ],
    [
      'reading the signing secret is forbidden',
      { answers: { [requests.value('PUBLISH_WEBHOOK_SECRET')]: denied } },
      ['unasked webhook.signature'],
    ],
  ])('reports that a check could not run: %s', async (_name, wrong, expected) => {
    const findings = await examine(wrong);
    expect(problemsIn(findings)).toEqual(expected);
    expect(exitCodeOf(findings)).toBe(2);
  });

  it.each(inconclusiveResponses)(
    'reports exactly one check that could not run: %s',
    async (_name, ...[wrong, check, what]) => {
      const findings = await examine(wrong);
      expect(problemsIn(findings)).toEqual([`unasked ${check}`]);
      expect(findings.find(({ state }) => state === 'unasked')?.what).toMatch(what);
      expect(exitCodeOf(findings)).toBe(2);
      expect(JSON.stringify(findings)).not.toContain('<');
    },
  );

  it('runs only the checks that a first deployment needs without --deep', async () => {
    const isOfDeepCheck = (check: string) =>
      [...projectChecks, ...finalChecks].some(({ id, isDeep }) => isDeep && `${check}.`.startsWith(`${id}.`));
    // Failures that the pipeline reports are findings of `webhook`, although their ids begin with "pipeline".
    const deepMistakes = [...mistakes, ...accessMistakes, ...maintenanceMistakes].filter(
      ([, { status }, check]) => status === undefined && isOfDeepCheck(check),
    );
    expect(deepMistakes.length).toBeGreaterThan(3);
    for (const [, wrong] of deepMistakes)
      expect(problemsIn(await examine({ ...wrong, project: { ...wrong.project, isDeep: false } }))).toEqual([]);
    const checked = (await examine({ project: { isDeep: false } })).map(({ check }) => check);
    expect(checked.filter(isOfDeepCheck)).toEqual([]);
  });

  it('reports one finding without a network', async () => {
    const findings = await examine({
      project: { google: openGoogle({ credentials: ownerCredentials, scheme: 'http://127.0.0.1:9/' }) },
    });
    expect(problemsIn(findings)).toEqual(['unasked google']);
  });

  it('enables the second factor on request and keeps other settings', async () => {
    const before = { ...accountsAnswer, mfa: { state: 'DISABLED', enabledProviders: ['PHONE_SMS'] } };
    const answers = { [requests.accounts]: answered(before), [requests.setAccounts]: answered(accountsAnswer) };
    const findings = await examine({ answers, project: { fixes: true } });
    expect(problemsIn(findings)).toEqual([]);
    const totp = { state: 'ENABLED', totpProviderConfig: { adjacentIntervals: 5 } };
    expect(google.sent[requests.setAccounts]).toEqual({
      mfa: { state: 'DISABLED', enabledProviders: ['PHONE_SMS'], providerConfigs: [totp] },
    });
  });

  it('never prints the value of a secret', async () => {
    const output = JSON.stringify(
      await examine({ settings: { PUBLISH_WEBHOOK_URL: 'http://127.0.0.1:9/hooks/publish' } }),
    );
    for (const value of [secret, settings.SETUP_CODE]) expect(output).not.toContain(value);
  });
});
