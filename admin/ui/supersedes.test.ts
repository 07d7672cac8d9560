import { expect, it } from 'vitest';
import { supersedes } from './supersedes.ts';

type Shown = Parameters<typeof supersedes>[0];
const failed: Shown = { kind: 'failure', title: 'Error saving page' };
const saved: Shown = { kind: 'success', title: 'Page updated successfully' };
const over = (shown: Shown, ...documents: string[]): Shown => ({ ...shown, action: { over: documents } });
const about = (shown: Shown, name: string): Shown => ({ ...shown, about: name });

it.each<[string, Shown, Shown, boolean]>([
  ['a failure by the success of another try', failed, saved, true],
  ['a failure by the next failure', failed, failed, true],
  ['a failure about one by news of the same', about(failed, 'Ada'), about(saved, 'Ada'), true],
  ['not by news of another', about(failed, 'Ada'), about(saved, 'Bob'), false],
  ['not by news of nothing in particular', about(failed, 'Ada'), saved, false],
  ['a success by the same again', saved, saved, true],
  ['not by another success', saved, { ...saved, title: 'Name saved' }, false],
  ['not while something can be done about it', { ...saved, action: {} }, saved, false],
  ['not a success by a failure', saved, failed, false],
  ['a save by the next of the same', over(about(saved, 'Past'), 'page/a'), over(about(saved, 'Now'), 'page/a'), true],
  ['a creation by a save', over({ ...saved, title: 'Created' }, 'page/a'), over(saved, 'page/a'), true],
  ['one by a change of many', over(saved, 'page/a'), over(saved, 'page/a', 'page/b'), true],
  ['not a change of many by one of one of them', over(saved, 'page/a', 'page/b'), over(saved, 'page/a'), false],
  ['not a save by one of another', over(saved, 'page/a'), over(saved, 'page/b'), false],
  ['not what is over nothing by news without a way back', over(saved), { ...saved, about: 'Ada' }, false],
  ['not a save by news without a way back', over(saved, 'page/a'), saved, false],
])('%s', (...[, earlier, later, expected]) => {
  expect(supersedes(later, earlier)).toBe(expected);
});
