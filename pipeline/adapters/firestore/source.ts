import { setTimeout as sleep } from 'node:timers/promises';
import { sweptCollections } from '@frontage/model/content-collections';
import { buckets, collections } from '@frontage/model/paths';
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import type { ContentSource, SourceDocument } from '../../sync/source.ts';
import { explainFirestoreError, timeoutError } from '../explain-errors.ts';
import type { NoticeSink } from '../../status/outbox.ts';
import { exactMoment, toFields, toJson } from './plain.ts';

const readAtOnce = 500;

// Firestore's client retries for minutes; a pipeline waiting that long could not report the error.
const patience = 20_000;
const patienceForAll = 300_000;

/**
 * Content in Firestore, read with the rights of the server.
 * @throws OperatorError, from each method, if Firestore refuses or does not answer.
 */
export function firestoreSource(firestore: Firestore): ContentSource {
  return {
    readAll: async (names) => {
      // In one transaction: a demo and its embed code are in two collections and must be read at the same moment.
      const snapshots = await within(
        patienceForAll,
        firestore.runTransaction(
          (transaction) => Promise.all(names.map((name) => transaction.get(firestore.collection(name)))),
          { readOnly: true },
        ),
      );
      const documents = snapshots.flatMap(({ docs }) => docs.map(documentFrom));
      // The latest read time, because a document that was not found was missing by then.
      const at = snapshots
        .map(({ readTime }) => exactMoment(readTime))
        .sort()
        .at(-1);
      return { documents, at: at ?? new Date().toISOString() };
    },
    read: async (paths) => {
      const parts = Array.from({ length: Math.ceil(paths.length / readAtOnce) }, (_, index) =>
        paths.slice(index * readAtOnce, (index + 1) * readAtOnce).map((path) => firestore.doc(path)),
      );
      // Several parts are read in one transaction, so that all documents are of the same moment.
      const readParts = (reader: Pick<Firestore, 'getAll'>) =>
        Promise.all(parts.map((references) => reader.getAll(...references)));
      const snapshots = await within(
        patience,
        parts.length > 1 ? firestore.runTransaction(readParts, { readOnly: true }) : readParts(firestore),
      );
      const documents = snapshots.flat().map(documentFrom);
      const readAt = exactMoment(snapshots.flat()[0]?.readTime ?? Timestamp.fromMillis(0));
      return { documents, at: documents.at(-1)?.time ?? new Date().toISOString(), readAt };
    },
    markShown: async (names) => {
      let waiting = names;
      while (waiting.length > 0) {
        const busy: string[] = [];
        for (let at = 0; at < waiting.length; at += markedAtOnce) {
          const some = waiting.slice(at, at + markedAtOnce);
          busy.push(...(await within(patience, markShown(firestore, some))));
        }
        waiting = busy;
        if (busy.length > 0) await sleep(replacementPoll);
      }
      const found = await within(patience, firestore.getAll(...names.flatMap((name) => mediaOf(firestore, name))));
      const documents = found.filter(({ exists }) => exists).map(documentFrom);
      return { documents, at: documents.at(-1)?.time ?? new Date().toISOString() };
    },
    launchesSince: async (moment) => {
      const launches = firestore.collection(collections.launches);
      const since = launches.where('published_at', '>=', Timestamp.fromDate(new Date(moment)));
      const { docs, readTime } = await within(patience, since.select('written').get());
      const found = docs.map((one) => {
        const written: unknown = one.get('written');
        return { id: one.id, documents: Array.isArray(written) ? written.map(String) : [] };
      });
      return { launches: found, readAt: exactMoment(readTime) };
    },
    draftsSince: async (moment) => {
      const drafts = firestore.collection(collections.drafts);
      if (moment === null) {
        const { docs, readTime } = await within(patienceForAll, drafts.select().get());
        return { written: docs.map(versionOf), deleted: [], at: exactMoment(readTime) };
      }
      const since = Timestamp.fromDate(new Date(moment));
      const tombstones = firestore.collection(collections.tombstones).where('deleted_at', '>=', since);
      const [gone, changed] = await Promise.all([
        inParts(tombstones.select('deleted_at', 'path'), 'deleted_at'),
        inParts(drafts.where('updated_at', '>=', since).select('updated_at'), 'updated_at'),
      ]);
      const paths = gone.docs.map((entry) => String(entry.get('path')));
      return {
        written: changed.docs.map(versionOf),
        deleted: paths.filter((path) => path.startsWith(`${collections.drafts}/`)),
        at: [gone, changed].map(({ readTime }) => exactMoment(readTime)).sort()[0] ?? moment,
      };
    },
    changedSince: async (moment) => {
      const since = Timestamp.fromDate(new Date(moment));
      const after = (name: string, field: string, ...others: string[]) =>
        inParts(
          firestore
            .collection(name)
            .where(field, '>=', since)
            .select(field, ...others),
          field,
        );
      const written = sweptCollections.map((name) => after(name, 'updated_at'));
      const trashed = after(collections.trash, 'deleted_at', 'collection', 'id');
      const found = await Promise.all([trashed, after(collections.tombstones, 'deleted_at', 'path'), ...written]);
      const [trash, tombstones, ...snapshots] = found;
      const deleted = [
        ...(trash?.docs ?? []).map((entry) => `${String(entry.get('collection'))}/${String(entry.get('id'))}`),
        ...(tombstones?.docs ?? []).map((entry) => String(entry.get('path'))),
      ];
      const times = found.map(({ readTime }) => exactMoment(readTime)).sort();
      return {
        written: snapshots.flatMap(({ docs }) => docs.map(versionOf)),
        deleted: [...new Set(deleted)],
        at: times[0] ?? moment,
      };
    },
  };
}

// Number of results that a server selects without a pause, which takes a few hundredths of a second.
const selectedAtOnce = 250;

/**
 * The results of a query in the order of `field`, which it selects, and the time of the first read. They are read in
 * parts, between which the server answers others: after an import, there are thousands.
 */
async function inParts(query: Query, field: string): Promise<Pick<QuerySnapshot, 'docs' | 'readTime'>> {
  const first = query.orderBy(field).limit(selectedAtOnce);
  const { docs: beginning, readTime } = await within(patience, first.get());
  const docs = [...beginning];
  for (let part = beginning; part.length === selectedAtOnce; docs.push(...part))
    ({ docs: part } = await within(patience, first.startAfter(docs.at(-1)).get()));
  return { docs, readTime };
}

// Each needs four reads and at most four writes.
const markedAtOnce = 100;
const replacementPoll = 200;

const mediaOf = (firestore: Firestore, name: string): DocumentReference[] =>
  Object.values(buckets).map((bucket) => firestore.collection(collections.media).doc(`${bucket}_${name}`));

/** Marks uploads as shown, in one transaction. Returns those whose files are being replaced. */
const markShown = (firestore: Firestore, names: readonly string[]): Promise<string[]> =>
  firestore.runTransaction(async (transaction) => {
    const states = names.map((name) => firestore.collection(collections.uploadStates).doc(name));
    const read = await transaction.getAll(...states, ...names.flatMap((name) => mediaOf(firestore, name)));
    for (const state of read.slice(0, names.length)) {
      if (state.get('shown_at') === undefined)
        transaction.set(state.ref, { shown_at: FieldValue.serverTimestamp() }, { merge: true });
    }
    for (const media of read.slice(names.length)) {
      if (media.get('is_unshown') !== undefined) transaction.update(media.ref, { is_unshown: FieldValue.delete() });
    }
    return read.slice(0, names.length).flatMap((state, index) => {
      const until: unknown = state.get('replacing_until');
      return until instanceof Timestamp && until.toMillis() > Date.now() ? (names[index] ?? []) : [];
    });
  });

const versionOf = ({ ref, updateTime }: QueryDocumentSnapshot) => ({ path: ref.path, time: exactMoment(updateTime) });

function documentFrom(snapshot: DocumentSnapshot): SourceDocument {
  const { ref, updateTime, readTime } = snapshot;
  const data = snapshot.data();
  return {
    path: ref.path,
    data: data === undefined ? null : toJson(data),
    time: exactMoment(updateTime ?? readTime),
  };
}

/** Waits for an answer. @throws OperatorError if Firestore refuses, or its answer takes longer than `ms`. */
async function within<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(timeoutError('Firestore', ms)), ms);
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    throw explainFirestoreError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Writes notices as documents to Firestore. A notice replaces the previous one with its path. */
export function firestoreNotices(firestore: Firestore): NoticeSink {
  return {
    deliver: async (notices) => {
      const batch = firestore.batch();
      for (const { path, data } of notices) {
        if (data === null) batch.delete(firestore.doc(path));
        else batch.set(firestore.doc(path), toFields(data));
      }
      await batch.commit().catch((error: unknown) => {
        throw explainFirestoreError(error);
      });
    },
  };
}
