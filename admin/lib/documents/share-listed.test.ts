import { newPage } from '@frontage/model/page';
import { readListed, type Listed } from '@frontage/model/summaries/listed';
import { describe, expect, it } from 'vitest';
import { shareListed } from './read-listed.ts';

const at = '2026-01-02T03:04:05.000Z';
const entry = (id: string, change: object = {}): Listed<'page'> =>
  readListed('page', id, {
    ...newPage,
    title: id,
    slug: id,
    rev: 1,
    created_at: at,
    created_by: 'ada',
    updated_at: at,
    ...change,
  });

const before = [entry('a'), entry('b'), entry('c')];

describe('shareListed', () => {
  it('returns the previous list if nothing has changed', () => {
    expect(shareListed(before, [entry('a'), entry('b'), entry('c')])).toBe(before);
  });

  it.each<[string, Listed<'page'>]>([
    ['of another version', entry('b', { rev: 2 })],
    ['written at another time', entry('b', { updated_at: '2026-01-02T03:04:06.000Z' })],
    ['with another title', entry('b', { title: 'Other' })],
    ['with another excerpt', { ...entry('b'), document: { ...entry('b').document, excerpt: 'Words' } }],
    ['newer than its summary', { ...entry('b'), isAhead: true }],
    ['with problems', entry('b', { slug: 'NOT A SLUG' })],
  ])('replaces an entry %s and keeps the others', (_, changed) => {
    const shared = shareListed(before, [entry('a'), changed, entry('c')]);
    expect(shared).toEqual([entry('a'), changed, entry('c')]);
    expect(shared.map((each, index) => each === before[index])).toEqual([true, false, true]);
  });

  it.each<[string, Listed<'page'>[]]>([
    ['one was added', [entry('new'), entry('a'), entry('b'), entry('c')]],
    ['one was removed', [entry('a'), entry('c')]],
    ['the last one was removed', [entry('a'), entry('b')]],
    ['the order changed', [entry('c'), entry('a'), entry('b')]],
    ['all were removed', []],
  ])('keeps unchanged entries when %s', (_, now) => {
    const shared = shareListed(before, now);
    expect(shared).toEqual(now);
    expect(shared.filter((each) => each.document.id !== 'new').every((each) => before.includes(each))).toBe(true);
  });

  it('replaces entries with errors', () => {
    const bad = () => [entry('a', { slug: 'NOT A SLUG' })];
    const now = bad();
    expect(shareListed(bad(), now)[0]).toBe(now[0]);
  });
});
