import { getApps } from 'firebase/app';
import { CustomProvider, initializeAppCheck } from 'firebase/app-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallInput, CallName } from '../../../model/calls.ts';
import { describeFunctions, openCaller, openProduct, refusalOf, type Product } from './product.ts';

// Google's keys for verification are not available offline. This debug setting makes functions accept unverified
// tokens.
const env = {
  ENFORCE_APP_CHECK: 'true',
  FIREBASE_DEBUG_MODE: 'true',
  FIREBASE_DEBUG_FEATURES: '{"skipTokenVerification":true}',
};

let product: Product;
beforeAll(async () => {
  product = await openProduct({ only: ['firestore', 'functions'], env });
});
afterAll(() => product.stop());

const asPart = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const token = `${asPart({ alg: 'RS256' })}.${asPart({ sub: '1:2:web:3', app_id: '1:2:web:3', exp: 4_000_000_000 })}.x`;

const wrongPassword: CallInput<'verifyDemoPassword'> = { demoId: 'd1', password: 'x' };

describeFunctions('enforced App Check', () => {
  it.each<[CallName, CallInput<CallName>]>([
    ['verifyDemoPassword', wrongPassword],
    ['getDemoEmbed', { demoId: 'd1', token: 'x' }],
    ['claimFirstAdmin', {}],
    ['publishAllDrafts', {}],
  ])('refuses %s without a token', async (name, input) => {
    expect(await refusalOf(product.visitor.call(name, input))).toBe('unauthenticated: Unauthenticated');
  });

  it('accepts calls of a client that sends tokens', async () => {
    const before = getApps().length;
    const caller = openCaller(product);
    const app = getApps()[before];
    initializeAppCheck(app, {
      provider: new CustomProvider({ getToken: () => Promise.resolve({ token, expireTimeMillis: 4_000_000_000_000 }) }),
    });
    expect(await caller.call('verifyDemoPassword', wrongPassword)).toMatchObject({ valid: false });
    await caller.close();
  });
});
