import { eventEntry } from '@frontage/functions/audit/audit-trail';
import { sealEntries, verifyAudit } from '@frontage/functions/audit/seal-audit';
import { createRecorder } from '@frontage/functions/record/recorder';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeFunctions, openProduct, type Product } from './product.ts';

let product: Product;
let record: ReturnType<typeof createRecorder>;
beforeAll(async () => {
  product = await openProduct({ only: ['auth', 'firestore', 'functions'] });
  record = createRecorder(() => product.firestore);
});
afterAll(() => product.stop());
beforeEach(() => product.clear());

const entry = (id: string, at: number) =>
  record({
    revision: null,
    documents: [
      eventEntry(
        product.firestore,
        { id, at: Timestamp.fromMillis(at) },
        { action: 'updated', actor: 'ada', document: `pages/${id}`, fields: ['title'] },
      ),
    ],
  });
const ids = (count: number) => Array.from({ length: count }, (_, n) => `entry-${String(n).padStart(4, '0')}`);
const later = () => new Date(Date.now() + 11 * 60_000);
const seal = () => sealEntries(product.firestore, later());
const verify = () => verifyAudit(product.firestore, null);
const audit = () => product.firestore.collection('audit');
const numberedIds = async () => (await audit().orderBy('seq').get()).docs.map(({ id }) => id);

/** A chain of `count` entries. */
async function plant(count: number): Promise<string[]> {
  const names = ids(count);
  await Promise.all(names.map((id, n) => entry(id, 1_000 + n)));
  await seal();
  return names;
}

describeFunctions('the chain of the audit trail', () => {
  it('chains entries by their time, each with the hash of the one before', async () => {
    for (const [n, id] of ['c', 'a', 'b'].entries()) await entry(id, n);
    expect(await verify()).toEqual({ head: { seq: 0, hash: '' }, waiting: 3, unchained: 0, problem: null });
    await seal();
    await entry('later', 0);
    await seal();
    const { docs } = await audit().orderBy('seq').get();
    expect(docs.map(({ id }) => id)).toEqual(['c', 'a', 'b', 'later']);
    const hashes = docs.map((document) => document.get('hash') as string);
    expect(docs.map((document) => document.get('previous') as string)).toEqual(['', ...hashes.slice(0, 3)]);
    expect(await verify()).toEqual({ head: { seq: 4, hash: hashes[3] }, waiting: 0, unchained: 0, problem: null });
    expect((await verifyAudit(product.firestore, { seq: 2, hash: String(hashes[1]) })).problem).toBeNull();
    expect((await verifyAudit(product.firestore, { seq: 2, hash: String(hashes[0]) })).problem).not.toBeNull();
  });

  it('contains every entry once, with concurrent writers, concurrent sealers and duplicate events', async () => {
    const names = ids(450);
    const write = names.flatMap((id, n) => [entry(id, n), entry(id, n)]);
    await Promise.all([...write, seal(), seal(), seal()]);
    await Promise.all([seal(), seal(), ...names.slice(0, 30).map((id, n) => entry(id, n))]);
    expect((await numberedIds()).sort()).toEqual(names);
    expect(await verify()).toMatchObject({ head: { seq: 450 }, waiting: 0, unchained: 0, problem: null });
  });

  it('excludes entries older than the chain and reports one inserted or deleted among them', async () => {
    for (const id of ['old', 'older'])
      await audit()
        .doc(id)
        .set({ action: 'updated', at: Timestamp.fromMillis(1) });
    await entry('new', 5);
    expect(await sealEntries(product.firestore, new Date())).toBeNull();
    await seal();
    expect(await verify()).toMatchObject({ head: { seq: 1 }, unchained: 2, problem: null });
    await audit()
      .doc('backdated')
      .set({ action: 'updated', at: Timestamp.fromMillis(0) });
    expect((await verify()).problem).toMatchObject({ problem: 'inserted', id: 'backdated' });
    for (const id of ['backdated', 'old']) await audit().doc(id).delete();
    expect((await verify()).problem).toMatchObject({
      problem: 'missing',
      message: '1 of 2 entries older than the chain are missing',
    });
  });

  it.each<[string, (names: string[]) => Promise<unknown>, object]>([
    ['altered', ([, , id = '']) => audit().doc(id).update({ actor: 'eve' }), { problem: 'altered', id: 'entry-0002' }],
    ['deleted', ([, , id = '']) => audit().doc(id).delete(), { problem: 'missing', id: 'entry-0003', seq: 3 }],
    [
      'deleted at the end',
      (names) =>
        audit()
          .doc(names.at(-1) ?? '')
          .delete(),
      { problem: 'missing', id: null },
    ],
    [
      'inserted',
      async ([, , id = '']) =>
        audit()
          .doc('a-copy')
          .set((await audit().doc(id).get()).data() ?? {}),
      { problem: 'inserted', id: 'a-copy', seq: 3 },
    ],
    [
      'reordered',
      async ([, first = '', second = '']) => {
        await audit().doc(first).update({ seq: 3 });
        await audit().doc(second).update({ seq: 2 });
      },
      { problem: 'altered', id: 'entry-0002', seq: 2 },
    ],
  ])('reports an entry that was %s', async (_, tamper, expected) => {
    await tamper(await plant(5));
    expect(await verify()).toMatchObject({ unchained: 0, problem: expected });
  });

  it('reports a missing head', async () => {
    await plant(2);
    await product.firestore.doc('system/audit_chain').delete();
    expect((await verify()).problem).toMatchObject({ problem: 'inserted' });
  });

  it('verifies more entries than one read returns', async () => {
    await plant(1_203);
    expect(await verify()).toMatchObject({ head: { seq: 1_203 }, problem: null });
  });

  it('remains verifiable after a name was erased', async () => {
    const admin = await product.signUp({ roles: ['admin'] });
    const email = 'bob@example.com';
    await admin.call('generateInviteToken', { email, role: 'author' });
    const bob = await product.signUp({ email, roles: ['author'] });
    await product.idle();
    await seal();
    const [invited] = (await audit().where('details.email', '==', email).get()).docs;
    expect(invited?.get('hash')).toMatch(/^[0-9a-f]{64}$/);
    await admin.call('deleteUser', { userId: bob.uid, erase: true });
    await product.idle();
    const erased = await invited?.ref.get();
    expect([erased?.get('details.email'), erased?.get('email_salt')]).toEqual([null, null]);
    expect((await verify()).problem).toBeNull();
    await seal();
    expect((await verify()).problem).toBeNull();
  });
});
