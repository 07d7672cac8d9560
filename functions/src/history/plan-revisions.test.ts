import { serverLimits } from '@frontage/model/limits';
import { Timestamp } from 'firebase-admin/firestore';
import { expect, it } from 'vitest';
import { neededRevisionIds, planRevisions, type StoredRevision, type Written } from './plan-revisions.ts';

const write = (rev: number, at: number, title = `at ${at}`): Written => ({
  path: 'pages/p',
  before: rev === 1 ? null : { title: 'before' },
  after: { rev, title },
  companions: [],
  at: Timestamp.fromMillis(at),
});
const stored = (...those: [rev: number, at: number][]): Map<string, StoredRevision> =>
  new Map(those.map(([rev, at]) => [`pages_p_${rev}`, { at: Timestamp.fromMillis(at), expires_at: null }]));
const titles = (all: readonly Written[], before = stored()) =>
  Array.from(planRevisions(all, before).kept, ([id, { data }]) => `${id}: ${(data as { title: string }).title}`);

it('plans writes in one batch like single writes', () => {
  expect(titles([write(1, 1), write(2, 2), write(2, 2)])).toEqual(['pages_p_1: at 1', 'pages_p_2: at 2']);
  expect(titles([write(2, 3), write(2, 2)])).toEqual(['pages_p_2: at 3']);
});

it('starts over for a document recreated under the same id', () => {
  expect(titles([write(1, 5), write(7, 4)])).toEqual(['pages_p_1: at 5']);
  expect(titles([write(7, 4)], stored([1, 5]))).toEqual([]);
});

it.each([
  ['stored', [write(1 + serverLimits.revisionsKept, 9)], stored([1, 1])],
  ['in the same batch', [write(1, 1), write(1 + serverLimits.revisionsKept, 9)], stored()],
])('expires a revision with the hundredth later one, %s', (_, all, before) => {
  const { kept, expiring, retired } = planRevisions(all, before);
  expect(retired).toEqual([{ path: 'pages/p', at: Timestamp.fromMillis(1) }]);
  expect(expiring.get('pages_p_1') ?? kept.get('pages_p_1')?.expires_at).toBeInstanceOf(Timestamp);
  expect(kept.get(`pages_p_${1 + serverLimits.revisionsKept}`)?.expires_at).toBeNull();
});

it('reads at most four revisions', () => {
  expect(neededRevisionIds(write(500, 1))).toEqual(['pages_p_1', 'pages_p_500', 'pages_p_400', 'pages_p_600']);
});
