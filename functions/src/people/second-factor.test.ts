import { limits } from '@frontage/model/limits';
import { expect, it } from 'vitest';
import { isFresh, newRecoveryCodes, recoveryDigest } from './second-factor.ts';

it('makes ten different codes of 80 bits', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(limits.recoveryCodes);
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
});

it.each([
  ['7k2m-q9xd-01tb-h4ws', '7K2MQ9XD01TBH4WS'],
  ['7k2m-q9xd-01tb-h4ws', ' 7k2m q9xd 01tb h4ws\n'],
  ['7k2m-q9xd-01tb-h4ws', '7k2m-q9xd-oltb-h4ws'],
])('%s has the same digest as %j', (code, typed) => {
  expect(recoveryDigest('ada', typed)).toBe(recoveryDigest('ada', code));
});

it.each([
  ['another code', 'ada', '7k2m-q9xd-01tb-h4wt'],
  ["another user's code", 'bob', '7k2m-q9xd-01tb-h4ws'],
])('%s has another digest', (_case, uid, typed) => {
  expect(recoveryDigest(uid, typed)).not.toBe(recoveryDigest('ada', '7k2m-q9xd-01tb-h4ws'));
});

it.each([
  ['just now', 0, true],
  ['15 minutes ago', 15 * 60, true],
  ['a second longer ago', 15 * 60 + 1, false],
])('isFresh limits the age of a sign-in to 15 minutes: %s', (_case, age, expected) => {
  const now = new Date('2026-11-20T12:00:00Z');
  const claims = { uid: 'ada', email: null, signedInAt: now.getTime() / 1_000 - age, usedSecondFactor: false };
  expect(isFresh(claims, now)).toBe(expected);
});
