import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openProduct, refusalOf, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await openProduct({ only: ['auth', 'firestore', 'functions'] });
});
afterAll(() => product.stop());
beforeEach(() => product.clear());

describe('claimFirstAdmin', () => {
  it('makes the first who asks the administrator, with profile and audit entry, and nobody after', async () => {
    const ada = await product.signUp();
    const eve = await product.signUp();
    expect(await ada.call('claimFirstAdmin', {})).toEqual({});
    const roles = await product.firestore.doc(`user_roles/${ada.uid}`).get();
    expect(roles.data()).toEqual({ user_id: ada.uid, roles: ['admin'], is_active: true });
    expect((await product.firestore.doc(`profiles/${ada.uid}`).get()).data()).toMatchObject({ email: ada.email });
    const audit = await product.firestore.collection('audit').get();
    expect(audit.docs.map((entry) => [entry.get('action'), entry.get('actor')])).toEqual([['first admin claimed', ada.uid]]);
    expect(await refusalOf(eve.call('claimFirstAdmin', {}))).toBe('failed-precondition: An administrator exists already.');
    expect(await refusalOf(ada.call('claimFirstAdmin', {}))).toBe('failed-precondition: An administrator exists already.');
  });
});
