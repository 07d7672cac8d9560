import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendRequest } from './support/http-requests.ts';
import { localProcess } from './support/local-process.ts';
import type { LocalProcess } from './support/local-process.ts';

/** Decodable tokens with invalid content. Every Auth endpoint that accepts a token answers 400. */

const encoded = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

const payloads = ['null', '1', '"x"', '[]', {}, { firebase: null }, { firebase: 1 }, { firebase: { tenant: {} } }];
const jwts = [{}, { typ: 'JWT' }, 'null'].flatMap((header) =>
  payloads.map((payload) => `${encoded(header)}.${encoded(payload)}.`),
);
const records = ['null', '1', '"x"', '[]', '{}', '', 'x'].map(encoded);

const accounts = '/identitytoolkit.googleapis.com/v1/accounts:';
const factors = '/identitytoolkit.googleapis.com/v2/accounts/';
const paths = [
  ...['lookup', 'update', 'delete', 'sendOobCode', 'signInWithPassword', 'signInWithCustomToken'].map(
    (name) => accounts + name,
  ),
  ...['mfaEnrollment:start', 'mfaEnrollment:finalize', 'mfaEnrollment:withdraw'].map((name) => factors + name),
  ...['mfaSignIn:start', 'mfaSignIn:finalize'].map((name) => factors + name),
  '/securetoken.googleapis.com/v1/token',
];
const fields = [
  ...['idToken', 'token'].map((field) => ({ field, values: jwts })),
  ...['refreshToken', 'mfaPendingCredential'].map((field) => ({ field, values: records })),
];

let local: LocalProcess;
beforeAll(async () => {
  local = await localProcess({ only: ['auth'] });
  await local.start();
});
afterAll(() => local.remove());

it.each(paths)('%s rejects invalid tokens with 400', async (path) => {
  const failed: string[] = [];
  for (const { field, values } of fields) {
    for (const value of values) {
      const body = Buffer.from(JSON.stringify({ [field]: value, totpVerificationInfo: {} }));
      const headers = { 'content-type': 'application/json' };
      const answer = await sendRequest(local.hosts.auth, { method: 'POST', path: `${path}?key=x`, headers, body });
      if (answer?.status !== 400) failed.push(`${field} ${value}: ${String(answer?.status)} ${String(answer?.body)}`);
    }
  }
  expect(failed).toEqual([]);
});
