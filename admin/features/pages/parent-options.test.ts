import { describe, expect, it } from 'vitest';
import { parentOptions, withDescendants } from './parent-options.ts';

const page = (id: string, parent_id: string | null, title = id) => ({ id, parent_id, title });
const tree = [
  page('a', null, 'Zoo'),
  page('b', 'a'),
  page('c', 'b'),
  page('d', null, 'Ape'),
  page('x', 'y'),
  page('y', 'x'),
];
const labels = (id: string, chosen: string | null = null) => parentOptions(tree, id, chosen).map(({ label }) => label);

describe('parentOptions', () => {
  it.each([
    ['a', ['None (Top Level)', 'Ape', 'x', 'y']],
    ['b', ['None (Top Level)', 'Ape', 'x', 'y', 'Zoo']],
    ['c', ['None (Top Level)', 'Ape', 'b', 'x', 'y', 'Zoo']],
    ['new', ['None (Top Level)', 'Ape', 'b', 'c', 'x', 'y', 'Zoo']],
    ['x', ['None (Top Level)', 'Ape', 'b', 'c', 'Zoo']],
  ])('returns for page %s: %j', (id, expected) => {
    expect(labels(id)).toEqual(expected);
  });

  it('includes a missing chosen parent and a chosen parent in a cycle', () => {
    expect(labels('d', 'gone')).toContain('A page that no longer exists');
    expect(labels('x', 'y')).toContain('y');
  });

  it('withDescendants terminates for cyclic parents', () => {
    expect([...withDescendants(tree, 'x')].sort()).toEqual(['x', 'y']);
  });
});
