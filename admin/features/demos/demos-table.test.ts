import { newDemo } from '@frontage/model/kinds/demo';
import { readListed } from '@frontage/model/summaries/listed';
import { describe, expect, it } from 'vitest';
import { demoStats, filterDemos } from './demos-table.tsx';

const entry = (id: string, change: object) =>
  readListed('demo', id, { ...newDemo, heading: id, slug: id, created_at: '2026-01-01T00:00:00Z', ...change });

const entries = [
  entry('alpha', { is_published: true, is_password_protected: true }),
  entry('beta', { created_at: '2026-02-01T00:00:00Z', heading: 'The Beta' }),
  entry('gamma', { is_published: true, slug: 'third-one' }),
];

describe('demo rows', () => {
  it.each([
    ['', ['beta', 'alpha', 'gamma']],
    ['THE', ['beta']],
    ['third', ['gamma']],
    ['zzz', []],
    ['béta', ['beta']],
  ])('filterDemos finds for %j: %j', (search, expected) => {
    expect(filterDemos(entries, search).inTitle.map(({ document }) => document.id)).toEqual(expected);
  });

  it('filterDemos lists demos found by their text last, the best first', () => {
    const byId = new Map([
      ['gamma', { rank: 0, isInText: true }],
      ['alpha', { rank: 1, isInText: true }],
      ['beta', { rank: 2, isInText: true }],
    ]);
    const { inTitle, inText } = filterDemos(entries, 'beta', { byId });
    expect(inTitle.map(({ document }) => document.id)).toEqual(['beta']);
    expect(inText.map(({ document }) => document.id)).toEqual(['gamma', 'alpha']);
  });

  it('counts demos by state', () => {
    expect(demoStats(entries)).toEqual({ total: 3, published: 2, protectedOnes: 1, drafts: 1 });
    expect(demoStats([])).toEqual({ total: 0, published: 0, protectedOnes: 0, drafts: 0 });
  });
});
