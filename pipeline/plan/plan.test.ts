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
  ['an answer is as it was', { answers: new Map([['site', '1']]) }, null],
  ['an answer is another one', { answers: new Map([['site', '2']]) }, 'on all pages: site() changed'],
  ['an answer it never saw is another one', { answers: new Map([['gallery', '2']]) }, null],
  ['it was never rendered', { receipts: new Map() }, 'new route'],
  ['the templates are others', { fingerprint: 'g' }, 'the templates were recompiled'],
  ['the templates are others, but pages are kept', { fingerprint: 'g', keepTemplates: true }, null],
  ['it stands for another document', { routes: new Map([route('/', 'pages/b')]) }, 'now stands for pages/b'],
  ['it failed', { receipts: new Map([receipt('/', { failure: 'Threw' })]) }, null],
  [
    'it failed and is tried again',
    { receipts: new Map([receipt('/', { failure: 'Threw' })]), retry: true },
    'failed before: Threw',
  ],
])('a route when %s', (_, fields, reason) => {
  const plan = makePlan(input(fields));
  expect(plan.render).toEqual(reason === null ? [] : [{ route: '/', reason }]);
  expect(plan.keep).toEqual(reason === null ? ['/'] : []);
});

it('routes that are no longer wanted go, each with its reason', () => {
  const receipts = new Map([receipt('/'), receipt('/page/a', { document: 'pages/a' })]);
  expect(makePlan(input({ receipts })).remove).toEqual([{ path: '/page/a', reason: 'pages/a deleted' }]);
});
