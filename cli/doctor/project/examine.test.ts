import type { PipelineStatus } from '@frontage/pipeline/trigger/pipeline-interface';
import { startPipelineServer, type PipelineServer } from '@frontage/pipeline/trigger/server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { exitCodeOf, type Finding } from '../finding.ts';
import { openGoogle, ownerCredentials } from '../google.ts';
import { accountsAnswer, serviceAnswer } from './answers.fixture.ts';
import {
  asked,
  buckets,
  functionNames,
  project,
  repository,
  secret,
  statusToken,
  webhookAddress,
} from './asked.fixture.ts';
import { examineProject } from './examine.ts';
import { mistakes } from './mistakes.fixture.ts';
import { troubleshootingMistakes } from './mistakes-in-trouble.fixture.ts';
import { accessMistakes, validAccessStates } from './mistakes-of-reach.fixture.ts';
import { mistakesOfServices } from './mistakes-of-services.fixture.ts';
import { maintenanceMistakes, validMaintenanceStates, unknownMaintenanceStates } from './mistakes-of-upkeep.fixture.ts';
import { ambiguousMistakes, unusualMistakes } from './odd-answers.fixture.ts';
import { answered, denied, RecordedGoogle, type Recordings } from './recorded-google.fixture.ts';
import { rightAnswers } from './right-answers.fixture.ts';
import { settings, type Wrong } from './wrong.fixture.ts';

const google = new RecordedGoogle();
let scheme: string;
let pipeline: PipelineServer;
let hinted: string[][] = [];
const quiet: PipelineStatus = {
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
let said = quiet;

const nothing = () => Promise.reject(new Error('not asked for'));
beforeAll(async () => {
  scheme = `${await google.start()}/`;
  const live = () =>
    said.release === null
      ? null
      : ({ id: said.release } as ReturnType<Parameters<typeof startPipelineServer>[0]['pipeline']['live']>);
  const publish = (documents: readonly string[]) => {
    hinted.push([...documents]);
    return Promise.resolve({ release: null, problems: [] });
  };
  const status = () => said;
  pipeline = await startPipelineServer({
    port: 0,
    secret,
    statusToken,
    pipeline: {
      live,
      publish,
      status,
      rollback: nothing,
      unpin: nothing,
      repair: nothing,
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
  hinted = [];
});

async function examine({ answers = {}, settings: other = {}, skew = 0, status = {}, project: differs = {} }: Wrong) {
  said = { ...quiet, ...status };
  google.recordings = { ...rightAnswers, ...answers };
  google.skew = skew;
  const webhook = `http://127.0.0.1:${String(pipeline.port)}/hooks/publish`;
  const all: Record<string, string | undefined> = { ...settings, PUBLISH_WEBHOOK_URL: webhook, ...other };
  // The functions were deployed with the environment's values and the address of this test's pipeline.
  const deployed = {
    [webhookAddress]: webhook,
    'https://admin.example.com': all['PUBLIC_ADMIN_ORIGIN'],
    'post@frontage.example': all['MAIL_FROM'],
  };
  google.recordings[asked.functions] = withValues(google.recordings[asked.functions], deployed);
  google.recordings[asked.service('frontage')] = answers[asked.service('frontage')] ?? startedWith(all);
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
    ...differs,
  });
}

function withValues(recorded: Recordings[string] | undefined, values: Record<string, string | undefined>) {
  const text = Object.entries(values).reduce(
    (so, [from, to]) => so.replaceAll(`"${from}"`, `"${to ?? ''}"`),
    JSON.stringify(recorded),
  );
  return JSON.parse(text) as Recordings[string];
}

/** The pipeline on Cloud Run with the environment's values. */
const startedWith = (all: Record<string, string | undefined>) => {
  const names = ['PUBLIC_SITE_ORIGIN', 'PUBLIC_ADMIN_ORIGIN', 'PUBLIC_EMBED_ORIGIN'];
  return answered(serviceAnswer({ env: Object.fromEntries(names.map((name) => [name, all[name] ?? ''])) }));
};

const found = (findings: readonly Finding[]): string[] =>
  findings.filter(({ state }) => state !== 'ok').map(({ check, state }) => `${state} ${check}`);

describe('a project', () => {
  it('on which everything is right has no finding', async () => {
    const findings = await examine({});
    expect(found(findings)).toEqual([]);
    expect(exitCodeOf(findings)).toBe(0);
    expect(google.unknown).toEqual([]);
    expect(hinted).toEqual([['system/doctor']]);
  });

  it.each([...mistakes, ...mistakesOfServices, ...accessMistakes, ...troubleshootingMistakes, ...maintenanceMistakes])(
    'with %s has that finding and no other',
    async (_name, ...[wrong, check, next]) => {
      const findings = await examine(wrong);
      const [first, ...others] = findings.filter(({ state }) => state !== 'ok');
      expect(others.map((other) => other.check)).toEqual([]);
      expect(first).toMatchObject({ check, next: expect.stringMatching(next) as string });
      expect(exitCodeOf(findings)).toBe(first?.state === 'missing' ? 1 : 0);
      expect(google.unknown).toEqual([]);
    },
  );

  it.each([...validAccessStates, ...validMaintenanceStates, ...unusualMistakes])(
    '%s has no finding',
    async (_name, wrong) => {
      expect(found(await examine(wrong))).toEqual([]);
      expect(google.unknown).toEqual([]);
    },
  );

  it.each<[string, Wrong, string[]]>([
    ...unknownMaintenanceStates,
    ['that nobody is allowed to list', { answers: { [asked.releases]: denied } }, ['unasked rules']],
    [
      'whose API gives no sense',
      { answers: { [asked.database]: answered({ name: 1 }) } },
      ['unasked firestore.database'],
    ],
    ['whose API is down', { answers: { [asked.accounts]: { status: 503, body: 'busy' } } }, ['unasked accounts']],
    [
      'that something else answers for',
      { answers: { [asked.sites]: { status: 200, body: '<html>' } } },
      ['unasked hosting'],
    ],
    ['whose API answers with a list', { answers: { [asked.sites]: answered([1, 2]) } }, ['unasked hosting']],
    [
      'whose API answers with a text',
      { answers: { [asked.sites]: { status: 200, body: '"sites"' } } },
      ['unasked hosting'],
    ],
    [
      'that something else does not find',
      { answers: { [asked.project]: { status: 404, body: '<html>' } } },
      ['unasked project'],
    ],
    [
      'whose grants may not be read',
      { answers: { [asked.grantsOfBucket('acme-site-frontage')]: denied } },
      ['unasked access.grants'],
    ],
    [
      'whose mail server may not be read',
      { settings: { MAIL_FROM: 'a@example.com' }, answers: { [asked.value('SMTP_URL')]: denied } },
      ['unasked mail'],
    ],
    [
      'whose secret may not be read',
      { answers: { [asked.value('PUBLISH_WEBHOOK_SECRET')]: denied } },
      ['unasked webhook.signature'],
    ],
  ])('%s is not called wrong, nor right', async (_name, wrong, expected) => {
    const findings = await examine(wrong);
    expect(found(findings)).toEqual(expected);
    expect(exitCodeOf(findings)).toBe(2);
  });

  it.each(ambiguousMistakes)(
    '%s is not called wrong, nor right, in one finding',
    async (_name, ...[wrong, check, what]) => {
      const findings = await examine(wrong);
      expect(found(findings)).toEqual([`unasked ${check}`]);
      expect(findings.find(({ state }) => state === 'unasked')?.what).toMatch(what);
      expect(exitCodeOf(findings)).toBe(2);
      expect(JSON.stringify(findings)).not.toContain('<');
    },
  );

  it('without a network is one finding', async () => {
    const findings = await examine({
      project: { google: openGoogle({ credentials: ownerCredentials, scheme: 'http://127.0.0.1:9/' }) },
    });
    expect(found(findings)).toEqual(['unasked google']);
  });

  it('enables the second factor on request and keeps other settings', async () => {
    const before = { ...accountsAnswer, mfa: { state: 'DISABLED', enabledProviders: ['PHONE_SMS'] } };
    const answers = { [asked.accounts]: answered(before), [asked.setAccounts]: answered(accountsAnswer) };
    const findings = await examine({ answers, project: { fixes: true } });
    expect(found(findings)).toEqual([]);
    const totp = { state: 'ENABLED', totpProviderConfig: { adjacentIntervals: 5 } };
    expect(google.sent[asked.setAccounts]).toEqual({
      mfa: { state: 'DISABLED', enabledProviders: ['PHONE_SMS'], providerConfigs: [totp] },
    });
  });

  it('tells no value of a secret', async () => {
    const told = JSON.stringify(
      await examine({ settings: { PUBLISH_WEBHOOK_URL: 'http://127.0.0.1:9/hooks/publish' } }),
    );
    for (const value of [secret, settings.SETUP_CODE]) expect(told).not.toContain(value);
  });
});
