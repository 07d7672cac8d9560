import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import type { ContentSource, SourceDocument } from '../../sync/source.ts';
import { exactMoment, toJson } from './plain.ts';

const readAtOnce = 500;

/** Content in Firestore, read with the rights of the server. */
export function firestoreSource(firestore: Firestore): ContentSource {
  return {
    readAll: async (collections) => {
      const snapshots = await Promise.all(collections.map((name) => firestore.collection(name).get()));
      const documents = snapshots.flatMap(({ docs }) => docs.map(documentFrom));
      // Whatever is missing was missing when the last collection was read, at the latest.
      const at = snapshots
        .map(({ readTime }) => exactMoment(readTime))
        .sort()
        .at(-1);
      return { documents, at: at ?? new Date().toISOString() };
    },
    read: async (paths) => {
      const documents: SourceDocument[] = [];
      for (let start = 0; start < paths.length; start += readAtOnce) {
        const references = paths.slice(start, start + readAtOnce).map((path) => firestore.doc(path));
        documents.push(...(await firestore.getAll(...references)).map(documentFrom));
      }
      return { documents, at: documents.at(-1)?.time ?? new Date().toISOString() };
    },
  };
}

function documentFrom(snapshot: DocumentSnapshot): SourceDocument {
  const { ref, updateTime, readTime } = snapshot;
  const data = snapshot.data();
  return {
    path: ref.path,
    data: data === undefined ? null : toJson(data),
    time: exactMoment(updateTime ?? readTime),
  };
}
