import type { Write } from '@frontage/model/changes/write';
import { expect, it } from 'vitest';
import { OwnWrites } from './own-writes.ts';

const set = (path: string): Write => ({ type: 'set', path, data: {} });
const all = ['pages', 'drafts'];

it('names the documents of the last minute with their update times, and deleted ones without', () => {
  let now = 0;
  const own = new OwnWrites(() => now);
  own.record([set('pages/a'), { type: 'delete', path: 'drafts/pages_a' }], ['2026-01-01T00:00:00.000001Z', undefined]);
  now = 30_000;
  own.record([set('pages/b'), set('presence/x')], ['2026-01-01T00:00:30Z', '2026-01-01T00:00:30Z']);
  expect(own.recent(all)).toEqual([
    { path: 'pages/a', time: '2026-01-01T00:00:00.000001Z' },
    { path: 'drafts/pages_a', time: null },
    { path: 'pages/b', time: '2026-01-01T00:00:30Z' },
  ]);
  expect(own.recent(['drafts'])).toHaveLength(1);
  now = 60_001;
  expect(own.recent(all)).toEqual([{ path: 'pages/b', time: '2026-01-01T00:00:30Z' }]);
  now = 90_001;
  expect(own.recent(all)).toEqual([]);
});

it('names the newest fifty, each with its last time', () => {
  const own = new OwnWrites(() => 0);
  own.record([set('pages/first')], ['old']);
  for (let number = 0; number < 60; number += 1) own.record([set(`pages/${number}`)], ['time']);
  own.record([set('pages/first')], ['new']);
  const recent = own.recent(all);
  expect(recent).toHaveLength(50);
  expect(recent.at(-1)).toEqual({ path: 'pages/first', time: 'new' });
  expect(recent[0]?.path).toBe('pages/11');
});
