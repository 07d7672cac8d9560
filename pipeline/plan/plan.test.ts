import { expect, it } from 'vitest';
import { makePlan, type PlanInput, type Receipt } from './plan.ts';
import type { Route } from './routes.ts';

const route = (path: string, document: string | null = null): [string, Route] => [
  path,
  { path, files: [], status: 200, document },
];
const receipt = (path: string, fields: Partial<Receipt> = {}): [string, Receipt] => [
  path,
  { route: path, reads: new Map([['site', '1']]), fingerprint: 'f', document: null, failure: null, ...fields },
];

const input = (fields: Partial<PlanInput>): PlanInput => ({
  routes: new Map([route('/')]),
  receipts: new Map([receipt('/')]),
  answers: new Map(),
  fingerprint: 'f',
  keepTemplates: false,
  retry: false,
  whyGone: (document) => `${String(document)} deleted`,
  ...fields,
});

it.each<[string, Partial<PlanInput>, string | null]>([
  ['nothing has changed', {}, null],
  ['an answer is unchanged', { answers: new Map([['site', '1']]) }, null],
  ['an answer changed', { answers: new Map([['site', '2']]) }, 'on all pages: site() changed'],
  ['an answer that it did not read changed', { answers: new Map([['gallery', '2']]) }, null],
  ['it was never rendered', { receipts: new Map() }, 'new route'],
  ['the templates changed', { fingerprint: 'g' }, 'the templates were recompiled'],
  ['the templates changed, but pages are kept', { fingerprint: 'g', keepTemplates: true }, null],
  ['it shows another document', { routes: new Map([route('/', 'pages/b')]) }, 'now shows pages/b'],
  ['it failed', { receipts: new Map([receipt('/', { failure: 'Threw' })]) }, null],
  [
    'it failed and is retried',
    { receipts: new Map([receipt('/', { failure: 'Threw' })]), retry: true },
    'failed before: Threw',
  ],
])('decides whether to render a route when %s', (_, fields, reason) => {
  const plan = makePlan(input(fields));
  expect(plan.render).toEqual(reason === null ? [] : [{ route: '/', reason }]);
  expect(plan.keep).toEqual(reason === null ? ['/'] : []);
});

it('removes receipts without a route, each with a reason', () => {
  const receipts = new Map([receipt('/'), receipt('/page/a', { document: 'pages/a' })]);
  expect(makePlan(input({ receipts })).remove).toEqual([{ path: '/page/a', reason: 'pages/a deleted' }]);
});
