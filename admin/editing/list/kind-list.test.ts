import { newDemo } from '@frontage/model/kinds/demo';
import { newSection } from '@frontage/model/kinds/section';
import { readListed } from '@frontage/model/summaries/listed';
import { describe, expect, it } from 'vitest';
import { searchKind } from './kind-list.tsx';

const entry = (id: string, change: object) =>
  readListed('demo', id, { ...newDemo, heading: id, slug: id, created_at: '2026-01-01T00:00:00Z', ...change });

const entries = [
  entry('alpha', { is_published: true, is_password_protected: true }),
  entry('beta', { created_at: '2026-02-01T00:00:00Z', heading: 'The Beta' }),
  entry('gamma', { is_published: true, slug: 'third-one' }),
];

describe('the search of a list', () => {
  it.each([
    ['', ['beta', 'alpha', 'gamma']],
    ['THE', ['beta']],
    ['third', ['gamma']],
    ['zzz', []],
    ['béta', ['beta']],
  ])('finds for %j: %j', (search, expected) => {
    expect(searchKind('demo', entries, { search }).inTitle.map(({ document }) => document.id)).toEqual(expected);
  });

  it('lists documents found by their text last, the best first', () => {
    const byId = new Map([
      ['gamma', { rank: 0, isInText: true }],
      ['alpha', { rank: 1, isInText: true }],
      ['beta', { rank: 2, isInText: true }],
    ]);
    const { inTitle, inText } = searchKind('demo', entries, { search: 'beta', matches: { byId } });
    expect(inTitle.map(({ document }) => document.id)).toEqual(['beta']);
    expect(inText.map(({ document }) => document.id)).toEqual(['gamma', 'alpha']);
  });

  it('keeps the order of kinds that have one', () => {
    const section = (id: string, order_index: number) =>
      readListed('section', id, { ...newSection, section_key: 'hero', title: id, order_index });
    const found = searchKind('section', [section('b', 2), section('a', 1)], { search: '' });
    expect(found.inTitle.map(({ document }) => document.id)).toEqual(['a', 'b']);
  });
});
