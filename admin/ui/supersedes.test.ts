import { expect, it } from 'vitest';
import { supersedes } from './supersedes.ts';

type Shown = Parameters<typeof supersedes>[0];
const failed: Shown = { kind: 'failure', title: 'Error saving page' };
const saved: Shown = { kind: 'success', title: 'Page updated successfully' };
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
])('%s', (...[, earlier, later, expected]) => {
  expect(supersedes(later, earlier)).toBe(expected);
});
