import { createHash } from 'node:crypto';
import { request as send } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeFunctions, openProduct, refusalOf, type Person, type Product } from './product.ts';

// Attackers that call the functions over HTTP directly, with guesses and malformed input.

let product: Product;
let eve: Person;
let token: string;
beforeAll(async () => {
  product = await openProduct({ only: ['auth', 'firestore', 'functions'] });
});
afterAll(() => product.stop());
beforeEach(async () => {
  await product.clear();
  eve = await product.signUp();
  token = (await eve.auth.currentUser?.getIdToken()) ?? '';
});

let calls = 0;

/** Makes one call from a loopback address with forged client address headers. Returns the statuses. */
async function post(
  name: string,
  data: unknown,
  localAddress = '127.0.0.1',
): Promise<{ http: number; status: string }> {
  const claimed = `10.0.${(calls += 1) >> 8}.${calls & 255}`;
  const [host, port] = product.hosts.functions.split(':');
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    'x-forwarded-for': `${claimed}, ${claimed}`,
    'fastly-client-ip': claimed,
    forwarded: `for=${claimed}`,
  };
  const path = `/${product.project}/us-central1/${name}`;
  return new Promise((resolve, reject) => {
    const options = { host, port: Number(port), path, method: 'POST', headers, localAddress };
    const request = send(options, (response) => {
      json(response).then((body) => {
        const { error } = body as { error?: { status: string } };
        resolve({ http: response.statusCode ?? 0, status: error?.status ?? 'OK' });
      }, reject);
    });
    request.on('error', reject);
    request.end(JSON.stringify({ data }));
  });
}

const times = <T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Array.from({ length: count }).reduce<Promise<T[]>>(
    async (before, _, index) => [...(await before), await act(index)],
    Promise.resolve([]),
  );
const countOf = (answers: { status: string }[], status: string): number =>
  answers.filter((answer) => answer.status === status).length;

describeFunctions('guesses at the setup code', () => {
  beforeEach(() => {
    process.env['SETUP_CODE'] = 'open sesame';
    return () => {
      process.env['SETUP_CODE'] = '';
    };
  });

  it('are limited to ten per real address, regardless of forged headers', async () => {
    const answers = await times(15, (index) => post('claimFirstAdmin', { code: `guess ${index}` }));
    expect(countOf(answers, 'PERMISSION_DENIED')).toBe(10);
    expect((await post('claimFirstAdmin', { code: 'open sesame' })).status).toBe('RESOURCE_EXHAUSTED');
    expect((await post('claimFirstAdmin', { code: 'open sesame' }, '127.0.0.2')).status).toBe('OK');
  });

  it('are limited to a hundred across all addresses', async () => {
    const counter = createHash('sha256').update('setup').digest('hex');
    const expires_at = new Date(Date.now() + 600_000);
    await product.firestore.doc(`rate_limits/${counter}`).set({ count: 97, expires_at });
    const answers = await times(6, (index) => post('claimFirstAdmin', { code: 'x' }, `127.0.0.${10 + index}`));
    expect(countOf(answers, 'PERMISSION_DENIED')).toBe(3);
  });

  it('are refused without writes if an administrator exists', async () => {
    await product.firestore.doc('system/bootstrap').set({ at: new Date() });
    expect((await post('claimFirstAdmin', { code: 'x' })).status).toBe('FAILED_PRECONDITION');
    expect((await product.firestore.collection('rate_limits').get()).size).toBe(0);
  });
});

describeFunctions('claimFirstAdmin in a hosted project', () => {
  it('is refused without a setup code', async () => {
    const config = process.env['FIREBASE_CONFIG'];
    process.env['FIREBASE_CONFIG'] = JSON.stringify({ projectId: 'live-frontage' });
    try {
      expect(await refusalOf(eve.call('claimFirstAdmin', {}))).toBe(
        'failed-precondition: This project has no setup code yet. Set SETUP_CODE for its functions and deploy them again.',
      );
    } finally {
      process.env['FIREBASE_CONFIG'] = config;
    }
    expect(await eve.call('claimFirstAdmin', {})).toEqual({});
  });
});

describeFunctions('guesses at invites', () => {
  it('are limited to fifty per address, without blocking valid invites', async () => {
    const ada = await product.signUp({ roles: ['admin'] });
    const { inviteUrl } = await ada.call('generateInviteToken', { email: eve.email, role: 'author' });
    const good = new URL(inviteUrl).searchParams.get('invite') ?? '';
    const counter = createHash('sha256').update('invite|127.0.0.1').digest('hex');
    await product.firestore
      .doc(`rate_limits/${counter}`)
      .set({ count: 48, expires_at: new Date(Date.now() + 600_000) });
    const answers = await times(4, (index) => post('verifyInviteToken', { token: `guess ${index}` }));
    expect(answers.map(({ status }) => status)).toEqual(['OK', 'OK', 'RESOURCE_EXHAUSTED', 'RESOURCE_EXHAUSTED']);
    expect((await post('verifyInviteToken', { token: 'guess', userId: eve.uid })).status).toBe('RESOURCE_EXHAUSTED');
    expect(await eve.call('verifyInviteToken', { token: good })).toMatchObject({ valid: true });
    expect(await eve.call('verifyInviteToken', { token: good, userId: eve.uid })).toMatchObject({ valid: true });
    expect((await post('verifyInviteToken', { token: good, userId: eve.uid })).status).toBe('PERMISSION_DENIED');
  });
});

describeFunctions('a malformed id', () => {
  const malformed = ['', '.', '..', 'a/b', 'a/b/c', '__a__', '__proto__', '\ud800', 'x'.repeat(201), 7, null, {}, []];
  it.each<[string, (id: unknown) => object]>([
    ['setUserRoles', (userId) => ({ userId, roles: [] })],
    ['setUserActive', (userId) => ({ userId, isActive: true })],
    ['verifyInviteToken', (userId) => ({ token: 'x', userId })],
    ['verifyDemoPassword', (demoId) => ({ demoId, password: 'x' })],
    ['getDemoEmbed', (demoId) => ({ demoId, token: 'x' })],
    ['restoreFromTrash', (trashId) => ({ trashId })],
    ['revokeInvite', (inviteId) => ({ inviteId })],
  ])('is refused by %s as an invalid argument', async (name, input) => {
    const ada = await product.signUp({ roles: ['admin'] });
    token = (await ada.auth.currentUser?.getIdToken()) ?? '';
    const answers = await Promise.all(malformed.map((id) => post(name, input(id))));
    expect(answers).toEqual(malformed.map(() => ({ http: 400, status: 'INVALID_ARGUMENT' })));
  });
});
