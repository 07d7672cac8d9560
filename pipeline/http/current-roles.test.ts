import { previewPaths } from '@frontage/model/preview';
import type { Role } from '@frontage/model/user';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CurrentRoles } from './staff-access.ts';
import { aToken } from './token.fixture.ts';
import { aDemo } from '../sync/documents.fixture.ts';
import { openReceiver } from './receiver.ts';
import { eachOnSmallSite } from '../engine/small-site.fixture.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const adminOrigin = 'https://admin.example';
const site = eachOnSmallSite();
let accounts: () => Promise<CurrentRoles>;
let reads: number;
let app: ReturnType<typeof openReceiver>;

beforeEach(async () => {
  await site.pipeline.reconcile();
  await site.write('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true }));
  reads = 0;
  const { previews, health } = site.pipeline;
  const read = () => ((reads += 1), accounts());
  app = openReceiver({
    pipeline: site.pipeline,
    secret,
    staff: { previews, health, adminOrigin, drafts: null, siteHeaders: {}, accounts: read },
  });
});

afterEach(() => void vi.useRealTimers());

const opening = { collection: 'demos', id: 'd', data: { is_password_protected: false } };
const ask = (path: string, body: object = opening) =>
  app.request(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${aToken(secret, { uid: 'vic', roles: ['editor', 'viewer'] })}`,
      origin: adminOrigin,
    },
    body: JSON.stringify(body),
  });
const currentRoles = (...roles: Role[]) => Promise.resolve({ roles, validFrom: 0 });

it.each<[string, () => Promise<CurrentRoles>, number]>([
  ['whose roles are unchanged', () => currentRoles('editor', 'viewer'), 200],
  ['with one of two roles left', () => currentRoles('viewer'), 403],
  ['with another role', () => currentRoles('admin'), 401],
  ['without a role', () => currentRoles(), 401],
  ['whose sessions have ended', () => Promise.resolve({ roles: ['editor'], validFrom: Date.now() + 60_000 }), 401],
  ['whose account cannot be read', () => Promise.reject(new Error('Out of reach')), 200],
])('checks the current rights of a token holder %s', async (...[, readRoles, status]) => {
  accounts = readRoles;
  expect((await ask(previewPaths.preview)).status).toBe(status);
});

it('shows nothing in an opened tab once the viewer has no role', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  accounts = () => currentRoles('editor');
  const opened = await ask(previewPaths.open);
  const { pathname } = new URL(((await opened.json()) as { url: string }).url);
  const statusOfTab = async () => (await app.request(`${pathname}/demo/grace`)).status;
  expect(await statusOfTab()).toBe(200);
  accounts = () => currentRoles();
  vi.setSystemTime(Date.now() + 30_000);
  expect(await statusOfTab()).toBe(404);
});

it('reads roles once for several requests', async () => {
  accounts = () => currentRoles('editor');
  for (let key = 0; key < 10; key += 1) expect((await ask(previewPaths.preview)).status).toBe(200);
  expect(reads).toBe(1);
});
