import { expect, test } from 'vitest';
import { withEnded } from './account.ts';

const now = new Date('2026-11-20T12:00:00Z');
const seconds = now.getTime() / 1000;
const month = 30 * 24 * 60 * 60;
const user = (ended_sign_ins?: number[]) => ({
  user_id: 'ada',
  roles: [],
  is_active: true,
  ...(ended_sign_ins && { ended_sign_ins }),
});

test.each([
  ['the first', undefined, [seconds - 5]],
  ['another', [seconds - 9], [seconds - 9, seconds - 5]],
  ['the same again', [seconds - 5], [seconds - 5]],
  ['one beside one of a month ago', [seconds - month - 1, seconds - month + 1], [seconds - month + 1, seconds - 5]],
])('%s is remembered', (_case, before, after) => {
  expect(withEnded(user(before), seconds - 5, now)).toEqual({ ended_sign_ins: after });
});

test('the newest hundred are', () => {
  const before = Array.from({ length: 100 }, (_, index) => seconds - 1_000 + index);
  const { ended_sign_ins } = withEnded(user(before), seconds - 5, now);
  expect(ended_sign_ins).toHaveLength(100);
  expect(ended_sign_ins).toContain(seconds - 5);
  expect(ended_sign_ins).not.toContain(seconds - 1_000);
});
