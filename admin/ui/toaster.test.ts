import { expect, it } from 'vitest';
import { supersedes } from './toaster.tsx';

type Shown = Parameters<typeof supersedes>[0];
const failed: Shown = { kind: 'failure', title: 'Error saving page' };
const saved: Shown = { kind: 'success', title: 'Page updated successfully' };
const undoable = (shown: Shown, ...documents: string[]): Shown => ({ ...shown, action: { documents } });
const about = (shown: Shown, name: string): Shown => ({ ...shown, about: name });

it.each<[string, Shown, Shown, boolean]>([
  ['replaces a failure by a success', failed, saved, true],
  ['replaces a failure by the next failure', failed, failed, true],
  ['replaces a failure by a notice about the same subject', about(failed, 'Ada'), about(saved, 'Ada'), true],
  ['keeps a failure before a notice about another subject', about(failed, 'Ada'), about(saved, 'Bob'), false],
  ['keeps a failure about a subject before a notice without one', about(failed, 'Ada'), saved, false],
  ['replaces a success by the same success', saved, saved, true],
  ['keeps a success before another success', saved, { ...saved, title: 'Name saved' }, false],
  ['keeps a success with an action', { ...saved, action: {} }, saved, false],
  ['keeps a success before a failure', saved, failed, false],
  [
    'replaces a save by the next save of the document',
    undoable(about(saved, 'Past'), 'page/a'),
    undoable(about(saved, 'Now'), 'page/a'),
    true,
  ],
  [
    'replaces a creation by a save of the document',
    undoable({ ...saved, title: 'Created' }, 'page/a'),
    undoable(saved, 'page/a'),
    true,
  ],
  [
    'replaces a save by a change of several documents',
    undoable(saved, 'page/a'),
    undoable(saved, 'page/a', 'page/b'),
    true,
  ],
  [
    'keeps a change of several documents before a save of one',
    undoable(saved, 'page/a', 'page/b'),
    undoable(saved, 'page/a'),
    false,
  ],
  ['keeps a save before a save of another document', undoable(saved, 'page/a'), undoable(saved, 'page/b'), false],
  [
    'keeps an action for no document before a notice without an action',
    undoable(saved),
    { ...saved, about: 'Ada' },
    false,
  ],
  [
    'replaces a save by the deletion of the document, which has no undo',
    undoable(saved, 'page/a'),
    { ...saved, changed: ['page/a'] },
    true,
  ],
  [
    'keeps a save before the deletion of another document',
    undoable(saved, 'page/a'),
    { ...saved, changed: ['page/b'] },
    false,
  ],
  ['keeps a save before a notice without an action', undoable(saved, 'page/a'), saved, false],
])('%s', (...[, earlier, later, expected]) => {
  expect(supersedes(later, earlier)).toBe(expected);
});
