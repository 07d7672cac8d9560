import { expect, it } from 'vitest';
import { splitAffected } from './bulk-actions.tsx';

const [live, draft] = [
  { id: 'live', is_published: true },
  { id: 'draft', is_published: false },
];

it.each([
  ['publish', [draft], [live]],
  ['unpublish', [live], [draft]],
  ['delete', [live, draft], []],
] as const)('the action %s changes %j', (name, affected, already) => {
  expect(splitAffected(name, [live, draft])).toEqual({ affected, already });
});
