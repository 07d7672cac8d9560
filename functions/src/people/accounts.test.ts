import { expect, test } from 'vitest';
import { endOfEarlierSessions, addEndedSignIn } from './accounts.ts';

const longAgo = 1_000;
const signedInAt = 1_800_000_000;
const user = (ended_sign_ins?: number[]) => ({
  user_id: 'ada',
  roles: [],
  is_active: true,
  ...(ended_sign_ins && { ended_sign_ins }),
});

test.each([
  ['the first sign-in', undefined, [signedInAt]],
  ['another sign-in', [signedInAt - 9], [signedInAt - 9, signedInAt]],
  ['the same sign-in once', [signedInAt, signedInAt - 9], [signedInAt - 9, signedInAt]],
  ['a sign-in next to one from years ago', [longAgo], [longAgo, signedInAt]],
])('addEndedSignIn stores %s', (_case, before, after) => {
  expect(addEndedSignIn(user(before), signedInAt)).toEqual({ ended_sign_ins: after });
});

test('addEndedSignIn keeps the last hundred sign-ins', () => {
  const before = Array.from({ length: 100 }, (_, index) => signedInAt - 1_000 + index);
  const { ended_sign_ins } = addEndedSignIn(user(before), signedInAt);
  expect(ended_sign_ins).toHaveLength(100);
  expect(ended_sign_ins).toContain(signedInAt);
  expect(ended_sign_ins).not.toContain(signedInAt - 1_000);
});

test.each([
  ['if none was ended before', undefined, signedInAt - 1],
  ['after an earlier end', longAgo, signedInAt - 1],
  ['without undoing a later end', signedInAt + 9, signedInAt + 9],
])('endOfEarlierSessions ends earlier sign-ins %s', (_case, valid_after, expected) => {
  expect(endOfEarlierSessions(valid_after, signedInAt)).toEqual({ valid_after: expected });
});
