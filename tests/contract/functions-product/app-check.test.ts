import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeFunctions, openProduct, refusalOf, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await openProduct({ only: ['firestore', 'functions'], env: { ENFORCE_APP_CHECK: 'true' } });
});
afterAll(() => product.stop());

describeFunctions('App Check', () => {
  it('where it is enforced, refuses calls without a token', async () => {
    const opened = product.visitor.call('verifyDemoPassword', { demoId: 'd1', password: 'x' });
    expect(await refusalOf(opened)).toBe('unauthenticated: Unauthenticated');
  });
});
