import { issueToken } from '@frontage/functions/demos/demo-secrets';
import { durations } from '@frontage/model/limits';
import { doc, serverTimestamp, setDoc, writeBatch } from 'firebase/firestore/lite';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeFunctions, openProduct, parameters, refusalOf, type Person, type Product } from './product.ts';

let product: Product;
let author: Person;
beforeAll(async () => {
  product = await openProduct({ only: ['auth', 'firestore', 'functions'] });
});
afterAll(() => product.stop());
beforeEach(async () => {
  await product.clear();
  author = await product.signUp({ roles: ['author'] });
});

const code = 'https://demo.example.com/secret-place';
const denied = { valid: false, token: null, embed: null };

/** Saves a protected demo like the demo editor, with a password hash from the server. Returns the hash. */
async function createDemo(person: Person, password: string): Promise<string> {
  const { hash } = await person.call('hashDemoPassword', { password });
  const stamps = { created_at: serverTimestamp(), updated_at: serverTimestamp() };
  const batch = writeBatch(person.firestore);
  batch.set(doc(person.firestore, 'demo_pages/d1'), {
    heading: 'Ada',
    slug: 'ada',
    is_password_protected: true,
    ga_tracking_enabled: true,
    meta_title: null,
    meta_description: null,
    og_image_url: null,
    is_published: false,
    rev: 1,
    created_by: person.uid,
    updated_by: person.uid,
    ...stamps,
  });
  batch.set(doc(person.firestore, 'slugs/demo:ada'), { id: 'd1', updated_at: serverTimestamp() });
  batch.set(doc(person.firestore, 'demo_embeds/d1'), { iframe_url: code });
  batch.set(doc(person.firestore, 'demo_secrets/d1'), { password_hash: hash });
  await batch.commit();
  return hash;
}

const publish = (published = true) => product.firestore.doc('demo_pages/d1').update({ is_published: published });

describeFunctions('hashDemoPassword', () => {
  it('returns an argon2id hash that its caller may store with the demo', async () => {
    const hash = await createDemo(author, 'correct horse');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  });

  it('creates a hash that no other user may store', async () => {
    const other = await product.signUp({ roles: ['editor'] });
    const { hash } = await other.call('hashDemoPassword', { password: 'correct horse' });
    await createDemo(author, 'first password');
    const batch = writeBatch(author.firestore);
    batch.update(doc(author.firestore, 'demo_pages/d1'), { rev: 2, updated_at: serverTimestamp() });
    batch.set(doc(author.firestore, 'demo_secrets/d1'), { password_hash: hash });
    await expect(batch.commit()).rejects.toMatchObject({ code: 'permission-denied' });
  });

  it.each([
    ['short', 'invalid-argument: Password must be at least 8 characters when protection is enabled'],
    ['x'.repeat(129), 'invalid-argument: Password must be less than 128 characters'],
  ])('refuses %s', async (password, refusal) => {
    expect(await refusalOf(author.call('hashDemoPassword', { password }))).toBe(refusal);
  });

  it('refuses users without the right to edit demos', async () => {
    const viewer = await product.signUp({ roles: ['viewer'] });
    expect(await refusalOf(viewer.call('hashDemoPassword', { password: 'long enough' }))).toMatch(/^permission-denied/);
  });

  it('is limited to thirty calls per user in 15 minutes', { tags: 'full' }, async () => {
    const answers = [];
    for (let time = 0; time < 31; time += 1) {
      answers.push(await refusalOf(author.call('hashDemoPassword', { password: 'long enough' })));
    }
    expect(answers.filter((answer) => answer === 'answered')).toHaveLength(30);
    expect(answers.at(-1)).toBe('resource-exhausted: Too many attempts. Try again later.');
  });
});

describeFunctions('verifyDemoPassword and getDemoEmbed', () => {
  it('return the embed for the password, and again for the token', async () => {
    await createDemo(author, 'correct horse');
    await publish();
    const { visitor } = product;
    const opened = await visitor.call('verifyDemoPassword', { demoId: 'd1', password: 'correct horse' });
    expect(opened).toEqual({ valid: true, token: expect.any(String) as string, embed: code });
    expect(await visitor.call('getDemoEmbed', { demoId: 'd1', token: opened.token ?? '' })).toEqual({ embed: code });
  });

  it('return the same answer for a wrong password and for an unknown, unpublished or unprotected demo', async () => {
    await createDemo(author, 'correct horse');
    const { visitor } = product;
    const ask = (demoId: string, password: string) => visitor.call('verifyDemoPassword', { demoId, password });
    expect(await ask('d1', 'correct horse')).toEqual(denied);
    await publish();
    expect(await ask('d1', 'wrong horse')).toEqual(denied);
    expect(await ask('d1', '')).toEqual(denied);
    expect(await ask('unknown', 'correct horse')).toEqual(denied);
    await product.firestore.doc('demo_pages/d1').update({ is_password_protected: false });
    expect(await ask('d1', 'correct horse')).toEqual(denied);
  });

  it('compare passwords after Unicode normalization', async () => {
    await createDemo(author, 'pässword'.normalize('NFC'));
    await publish();
    const password = 'pässword'.normalize('NFD');
    expect(await product.visitor.call('verifyDemoPassword', { demoId: 'd1', password })).toMatchObject({ valid: true });
  });

  const closed = 'permission-denied: This demo requires its password.';

  it.each<[string, () => unknown]>([
    ['the demo is unpublished', () => publish(false)],
    ['the password changed', () => product.firestore.doc('demo_secrets/d1').set({ password_hash: 'another' })],
    [
      'the demo is no longer protected',
      () => product.firestore.doc('demo_pages/d1').update({ is_password_protected: false }),
    ],
    ['the demo is deleted', () => product.firestore.doc('demo_pages/d1').delete()],
  ])('reject a token after %s', async (_title, change) => {
    await createDemo(author, 'correct horse');
    await publish();
    const { token } = await product.visitor.call('verifyDemoPassword', { demoId: 'd1', password: 'correct horse' });
    await change();
    expect(await refusalOf(product.visitor.call('getDemoEmbed', { demoId: 'd1', token: token ?? '' }))).toBe(closed);
  });

  it.each([
    ['a minute before it is a day old', 'answered', 60_000],
    ['when it is a day old', closed, 0],
  ])('answer a token %s: %s', async (_when, outcome, left) => {
    const hash = await createDemo(author, 'correct horse');
    await publish();
    const now = new Date(Date.now() - durations.demoAccess + left);
    const token = issueToken(parameters.DEMO_TOKEN_SECRET, { demoId: 'd1', hash, now });
    expect(await refusalOf(product.visitor.call('getDemoEmbed', { demoId: 'd1', token }))).toBe(outcome);
  });

  it('reject a token for another demo, and forged tokens', async () => {
    await createDemo(author, 'correct horse');
    await publish();
    const { token } = await product.visitor.call('verifyDemoPassword', { demoId: 'd1', password: 'correct horse' });
    const copies = ['demo_pages', 'demo_secrets', 'demo_embeds'].map(async (collection) => {
      const source = await product.firestore.doc(`${collection}/d1`).get();
      await product.firestore.doc(`${collection}/d2`).set(source.data() ?? {});
    });
    await Promise.all(copies);
    const [expiry = '', mac = ''] = (token ?? '').split('.');
    const forged = [
      `${Number(expiry) + 1}.${mac}`,
      `${expiry}.${mac.replace(/^./, mac.startsWith('A') ? 'B' : 'A')}`,
      `${expiry}.`,
      expiry,
      'x',
    ];
    expect(await refusalOf(product.visitor.call('getDemoEmbed', { demoId: 'd2', token: token ?? '' }))).toBe(closed);
    for (const guess of forged) {
      expect(await refusalOf(product.visitor.call('getDemoEmbed', { demoId: 'd1', token: guess }))).toBe(closed);
    }
  });

  it('use documents that Firestore clients cannot write', async () => {
    await createDemo(author, 'correct horse');
    for (const path of ['demo_secrets/d1', 'sealed_hashes/x', 'rate_limits/x']) {
      await expect(setDoc(doc(author.firestore, path), { password_hash: 'x' })).rejects.toMatchObject({
        code: 'permission-denied',
      });
    }
  });
});
