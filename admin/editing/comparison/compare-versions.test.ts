import { describe, expect, it } from 'vitest';
import { compareVersions } from './compare-versions.ts';

const words = {
  labels: { title: 'Title', body: 'Body', parent_id: 'Parent', is_published: 'Publish', secret: 'Secret' },
  valueText: (field: string) => (field === 'parent_id' ? 'Another page' : undefined),
};
const before = { title: 'A', body: null, parent_id: null, is_published: false, nav_label: 'x' };
const after = { title: 'B', body: '', parent_id: 'p2', is_published: true, nav_label: 'y' };

describe('compareVersions', () => {
  it('lists changed fields with display texts, in the order of the form', () => {
    const { changed } = compareVersions(words, before, after);
    expect(changed.map((field) => [field.label, field.before, field.after])).toEqual([
      ['Title', 'A', 'B'],
      ['Parent', '', 'Another page'],
      ['Publish', 'Off', 'On'],
    ]);
  });

  it('lists unchanged fields that are not empty', () => {
    expect(compareVersions(words, after, after).same.map(({ field }) => field)).toEqual([
      'title',
      'parent_id',
      'is_published',
    ]);
  });
});
