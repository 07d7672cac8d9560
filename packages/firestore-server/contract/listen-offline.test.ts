import {
  collection,
  deleteDoc,
  disableNetwork,
  doc,
  enableNetwork,
  getDoc,
  getDocFromCache,
  getDocs,
  setDoc,
  updateDoc,
  waitForPendingWrites,
  writeBatch,
} from 'firebase/firestore';
import { describe, expect, it } from 'vitest';
import { collect } from './support/collect.ts';
import { ids, watch, useListeners } from './support/use-listeners.ts';

const { admin, db, other } = useListeners();

describe('going offline', () => {
  it('catches up with missed changes and deletions', async () => {
    const seed = writeBatch(other());
    for (const id of 'abc') seed.set(doc(other(), `offline/${id}`), { n: 1 });
    await seed.commit();
    const { next, stop } = watch(collection(db(), 'offline'));
    expect(ids(await next())).toBe('abc');
    await disableNetwork(db());
    const meanwhile = writeBatch(other());
    meanwhile
      .delete(doc(other(), 'offline/a'))
      .set(doc(other(), 'offline/d'), { n: 1 })
      .update(doc(other(), 'offline/b'), { n: 2 });
    await meanwhile.commit();
    await enableNetwork(db());
    const caughtUp = await next((snapshot) => !snapshot.metadata.fromCache && ids(snapshot) === 'bcd');
    expect(caughtUp.docs[0]?.get('n')).toBe(2);
    stop();
  });

  it('sends queued writes in order', async () => {
    await disableNetwork(db());
    void setDoc(doc(db(), 'queued/a'), { n: 1 });
    void updateDoc(doc(db(), 'queued/a'), { n: 2, more: true });
    void setDoc(doc(db(), 'queued/b'), { n: 3 });
    expect((await getDocFromCache(doc(db(), 'queued/a'))).get('n')).toBe(2);
    await enableNetwork(db());
    await waitForPendingWrites(db());
    expect((await getDocs(collection(other(), 'queued'))).docs.map((found) => found.data())).toEqual([
      { n: 2, more: true },
      { n: 3 },
    ]);
  });
});

describe('the Write stream', () => {
  it('refuses one write and continues with the next', async () => {
    const refused = updateDoc(doc(db(), 'stream/none'), { a: 1 });
    const stored = setDoc(doc(db(), 'stream/a'), { a: 1 });
    await expect(refused).rejects.toMatchObject({ code: 'not-found' });
    await stored;
    expect((await getDoc(doc(other(), 'stream/a'))).data()).toEqual({ a: 1 });
  });

  it('keeps the order of 200 writes', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, n) => setDoc(doc(db(), 'stream/order'), { n })));
    expect((await getDoc(doc(other(), 'stream/order'))).get('n')).toBe(199);
  });
});

describe('listeners of firebase-admin', () => {
  it('receive changes of a document', async () => {
    const received = collect<unknown>();
    const stop = admin()
      .doc('admin-watch/a')
      .onSnapshot((snapshot) => received.push(snapshot.data()));
    expect(await received.next()).toBeUndefined();
    await setDoc(doc(other(), 'admin-watch/a'), { n: 1 });
    expect(await received.next()).toEqual({ n: 1 });
    await deleteDoc(doc(other(), 'admin-watch/a'));
    expect(await received.next()).toBeUndefined();
    stop();
  });

  it('receive changes of a query', async () => {
    const received = collect<string[]>();
    const stop = admin()
      .collection('admin-live')
      .where('n', '>', 1)
      .orderBy('n', 'desc')
      .onSnapshot((snapshot) => received.push(snapshot.docs.map(({ id }) => id)));
    expect(await received.next()).toEqual([]);
    await admin().doc('admin-live/a').set({ n: 1 });
    await admin().doc('admin-live/b').set({ n: 2 });
    expect(await received.next()).toEqual(['b']);
    await admin().doc('admin-live/a').set({ n: 3 });
    expect(await received.next()).toEqual(['a', 'b']);
    await admin().doc('admin-live/b').delete();
    expect(await received.next()).toEqual(['a']);
    stop();
  });

  it('receive the error of an invalid query', async () => {
    const received = collect<unknown>();
    const stop = admin()
      .collection('admin-live')
      .where(
        'n',
        'in',
        Array.from({ length: 31 }, (_, i) => i),
      )
      .onSnapshot(
        () => undefined,
        (error) => received.push(error),
      );
    expect(String(await received.next())).toMatch(/30 comparison values/);
    stop();
  });
});
