import { expect, it } from 'vitest';
import { isRefusedForGood } from './send-by-smtp.ts';

it.each<[string, object, boolean]>([
  ['a recipient that does not exist', { responseCode: 550, code: 'EENVELOPE' }, true],
  ['an e-mail that is taken for spam', { responseCode: 554, code: 'EMESSAGE' }, true],
  ['a recipient who is to be tried later', { responseCode: 451, code: 'EENVELOPE' }, false],
  ['a wrong password', { responseCode: 535, code: 'EAUTH' }, false],
  ['a server that takes nothing today', { responseCode: 554, code: 'EPROTOCOL' }, false],
  ['nobody at home', { code: 'ECONNECTION' }, false],
])('of %s, the server has refused the e-mail for good: %o', (_what, told, expected) => {
  expect(isRefusedForGood(Object.assign(new Error('no'), told))).toBe(expected);
});
