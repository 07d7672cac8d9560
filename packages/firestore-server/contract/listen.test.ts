import {
  collection,
  collectionGroup,
  deleteDoc,
  doc,
  documentId,
  getDoc,
  limit,
  limitToLast,
  onSnapshotsInSync,
  orderBy,
  query,
  serverTimestamp,
  setDoc,
  updateDoc,
  where,
  writeBatch,
} from 'firebase/firestore';
import { describe, expect, it } from 'vitest';
import { collect } from './support/collect.ts';
import { changes, ids, watch, watchDoc, useListeners } from './support/use-listeners.ts';

const { db, other } = useListeners();

/** Source: "Get realtime updates with Cloud Firestore". */
describe('onSnapshot of a document', () => {
  it('sends the current documents, then each change of another client', async () => {
    await setDoc(doc(other(), 'watch/a'), { n: 1 });
    const { next, stop } = watchDoc(doc(db(), 'watch/a'));
    expect((await next((snapshot) => !snapshot.metadata.fromCache)).data()).toEqual({ n: 1 });
    await updateDoc(doc(other(), 'watch/a'), { n: 2 });
    expect((await next((snapshot) => snapshot.get('n') === 2)).metadata.hasPendingWrites).toBe(false);
    stop();
  });

  it('reports a missing document, its creation and its deletion', async () => {
    const { next, stop } = watchDoc(doc(db(), 'watch/b'));
    expect((await next((snapshot) => !snapshot.metadata.fromCache)).exists()).toBe(false);
    await setDoc(doc(other(), 'watch/b'), { n: 1 });
    expect((await next((snapshot) => snapshot.exists())).data()).toEqual({ n: 1 });
    await deleteDoc(doc(other(), 'watch/b'));
    expect((await next((snapshot) => !snapshot.exists())).metadata.fromCache).toBe(false);
    stop();
  });

  it('reports own writes immediately as pending, then as stored', async () => {
    await setDoc(doc(db(), 'watch/c'), { n: 0 });
    const { next, stop } = watchDoc(doc(db(), 'watch/c'));
    await next((snapshot) => !snapshot.metadata.fromCache);
    const written = updateDoc(doc(db(), 'watch/c'), { n: 1, at: serverTimestamp() });
    const pending = await next((snapshot) => snapshot.get('n') === 1);
    expect([pending.metadata.hasPendingWrites, pending.get('at')]).toEqual([true, null]);
    await written;
    const stored = await next((snapshot) => !snapshot.metadata.hasPendingWrites);
    expect(stored.get('at')).not.toBeNull();
    stop();
  });

  it('reports nothing after unsubscribing', async () => {
    const { all, next, stop } = watchDoc(doc(db(), 'watch/d'));
    await next((snapshot) => !snapshot.metadata.fromCache);
    stop();
    const received = all.length;
    await setDoc(doc(other(), 'watch/d'), { n: 1 });
    await getDoc(doc(db(), 'watch/d'));
    expect(all).toHaveLength(received);
  });
});

describe('onSnapshot of a query', () => {
  it('reports additions, modifications and removals with their positions', async () => {
    const seed = writeBatch(other());
    for (const [id, n] of Object.entries({ a: 1, b: 3, c: 5 })) seed.set(doc(other(), `live/${id}`), { n });
    await seed.commit();
    const { next, stop } = watch(query(collection(db(), 'live'), orderBy('n')));
    expect(ids(await next())).toBe('abc');
    await setDoc(doc(other(), 'live/d'), { n: 2 });
    expect(changes(await next())).toEqual(['added d -1→1']);
    await updateDoc(doc(other(), 'live/a'), { n: 9 });
    expect(changes(await next())).toEqual(['modified a 0→3']);
    await deleteDoc(doc(other(), 'live/b'));
    expect(changes(await next())).toEqual(['removed b 1→-1']);
    stop();
  });

  it('removes a document that no longer matches and adds one that newly matches', async () => {
    await setDoc(doc(other(), 'match/a'), { on: true });
    await setDoc(doc(other(), 'match/b'), { on: false });
    const { next, stop } = watch(query(collection(db(), 'match'), where('on', '==', true)));
    expect(ids(await next())).toBe('a');
    await updateDoc(doc(other(), 'match/b'), { on: true });
    expect(ids(await next())).toBe('ab');
    await updateDoc(doc(other(), 'match/a'), { on: false });
    expect(ids(await next())).toBe('b');
    stop();
  });

  it('fills a limit again when a document is deleted', async () => {
    const seed = writeBatch(other());
    for (const id of 'abcde') seed.set(doc(other(), `limited/${id}`), { id });
    await seed.commit();
    const { next, stop } = watch(query(collection(db(), 'limited'), orderBy('id'), limit(2)));
    expect(ids(await next())).toBe('ab');
    await deleteDoc(doc(other(), 'limited/a'));
    expect(ids(await next((snapshot) => ids(snapshot) === 'bc'))).toBe('bc');
    stop();
  });

  it('updates limitToLast when a document is added at the end', async () => {
    await setDoc(doc(other(), 'ends/a'), { n: 1 });
    await setDoc(doc(other(), 'ends/b'), { n: 2 });
    const { next, stop } = watch(query(collection(db(), 'ends'), orderBy('n'), limitToLast(2)));
    expect(ids(await next())).toBe('ab');
    await setDoc(doc(other(), 'ends/c'), { n: 3 });
    expect(ids(await next((snapshot) => ids(snapshot) === 'bc'))).toBe('bc');
    stop();
  });

  it('reports a batch as one change', async () => {
    const { all, next, stop } = watch(collection(db(), 'at-once'));
    await next();
    const batch = writeBatch(other());
    for (const id of 'abcdefgh') batch.set(doc(other(), `at-once/${id}`), { id });
    await batch.commit();
    expect(ids(await next())).toBe('abcdefgh');
    expect(all).toHaveLength(2);
    stop();
  });

  it('reports an empty result', async () => {
    const { next, stop } = watch(query(collection(db(), 'nothing-here'), where('a', '==', 1)));
    expect((await next()).empty).toBe(true);
    stop();
  });

  it('includes all collections of a collection group', async () => {
    const { next, stop } = watch(query(collectionGroup(db(), 'leaves'), where('n', '>', 0)));
    await next();
    await setDoc(doc(other(), 'oak/1/leaves/a'), { n: 1 });
    expect(ids(await next())).toBe('a');
    await setDoc(doc(other(), 'elm/1/branch/2/leaves/b'), { n: 2 });
    expect(ids(await next())).toBe('ab');
    stop();
  });

  it('accepts filters on ids', async () => {
    await setDoc(doc(other(), 'by-id/c'), { n: 1 });
    await setDoc(doc(other(), 'by-id/d'), { n: 2 });
    const { next, stop } = watch(query(collection(db(), 'by-id'), where(documentId(), 'in', ['c', 'zz'])));
    expect(ids(await next())).toBe('c');
    await setDoc(doc(other(), 'by-id/zz'), { n: 100 });
    expect(ids(await next())).toBe('czz');
    stop();
  });

  it('synchronizes several listeners of one client', async () => {
    const left = watch(query(collection(db(), 'pairs'), where('side', '==', 'left')));
    const right = watch(query(collection(db(), 'pairs'), where('side', '==', 'right')));
    await Promise.all([left.next(), right.next()]);
    const synced = collect<[number, number]>();
    let sizes: [number, number] = [0, 0];
    const stopSync = onSnapshotsInSync(db(), () => {
      sizes = [left.all.at(-1)?.size ?? 0, right.all.at(-1)?.size ?? 0];
      synced.push(sizes);
    });
    const batch = writeBatch(other());
    batch.set(doc(other(), 'pairs/l'), { side: 'left' }).set(doc(other(), 'pairs/r'), { side: 'right' });
    await batch.commit();
    await synced.next(([l, r]) => l === 1 && r === 1);
    expect(synced.all.filter(([l, r]) => l !== r)).toEqual([]);
    left.stop();
    right.stop();
    stopSync();
  });
});
