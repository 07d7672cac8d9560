import { previewPaths } from '@frontage/model/preview';
import type { Role, UserRoles } from '@frontage/model/user';
import { beforeEach, expect, it } from 'vitest';
import { aToken } from './token.fixture.ts';
import { aDemo } from '../sync/documents.fixture.ts';
import { openReceiver } from './receiver.ts';
import { eachOnSmallSite } from '../engine/small-site.fixture.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const adminOrigin = 'https://admin.example';
const site = eachOnSmallSite();
let accounts: () => Promise<UserRoles | null>;
let reads: number;
let app: ReturnType<typeof openReceiver>;

beforeEach(async () => {
  await site.pipeline.reconcile();
  await site.write('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true }));
  reads = 0;
  const { previews, index, health } = site.pipeline;
  const read = () => ((reads += 1), accounts());
  app = openReceiver({
    pipeline: site.pipeline,
    secret,
    staff: { previews, index, health, adminOrigin, drafts: null, siteHeaders: {}, accounts: read },
  });
});

const opening = { collection: 'demos', id: 'd', data: { is_password_protected: false } };
const ask = (path: string, body: object = opening) =>
  app.request(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${aToken(secret, { uid: 'vic', roles: ['editor', 'viewer'], signed_in_at: 1_000 })}`,
      origin: adminOrigin,
    },
    body: JSON.stringify(body),
  });
const account = (roles: Role[], change: Partial<UserRoles> = {}) =>
  Promise.resolve({ user_id: 'vic', roles, is_active: true, ...change });
const currentRoles = (...roles: Role[]) => account(roles);

it.each<[string, () => Promise<UserRoles | null>, number]>([
  ['whose roles are unchanged', () => currentRoles('editor', 'viewer'), 200],
  ['with one of two roles left', () => currentRoles('viewer'), 403],
  ['with another role', () => currentRoles('admin'), 401],
  ['without a role', () => currentRoles(), 401],
  ['whose account is deactivated', () => account(['editor'], { is_active: false }), 401],
  ['without an account', () => Promise.resolve(null), 401],
  ['whose sessions have ended', () => account(['editor'], { valid_after: 1_000 }), 401],
  ['who signed in after other sessions ended', () => account(['editor'], { valid_after: 999 }), 200],
  ['who signed out', () => account(['editor'], { ended_sign_ins: [1_000] }), 401],
  ['who signed out elsewhere', () => account(['editor'], { ended_sign_ins: [999] }), 200],
  ['who signed in before the second factor', () => account(['editor'], { factor_enrolled_at: 2_000 }), 401],
  ['whose account cannot be read', () => Promise.reject(new Error('Out of reach')), 200],
])('checks the current rights of a token holder %s', async (...[, readRoles, status]) => {
  accounts = readRoles;
  expect((await ask(previewPaths.preview)).status).toBe(status);
});

it.each<[string, Partial<UserRoles>]>([
  ['has no role', { roles: [] }],
  ['signed out', { ended_sign_ins: [1_000] }],
])('shows nothing in an opened tab once the viewer %s', async (_case, change) => {
  accounts = () => currentRoles('editor');
  const opened = await ask(previewPaths.open);
  const { pathname } = new URL(((await opened.json()) as { url: string }).url);
  const statusOfTab = async () => (await app.request(`${pathname}/demo/grace`)).status;
  expect(await statusOfTab()).toBe(200);
  accounts = () => account(['editor'], change);
  expect(await statusOfTab()).toBe(404);
});

it('reads the account once for each request', async () => {
  accounts = () => currentRoles('editor');
  for (let key = 0; key < 10; key += 1) expect((await ask(previewPaths.preview)).status).toBe(200);
  expect(reads).toBe(10);
});
