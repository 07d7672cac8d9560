import { setTimeout as sleep } from 'node:timers/promises';
import { draftDocument, draftOf } from '@frontage/model/draft';
import { hasEmbed } from '@frontage/model/kinds/kinds';
import { uploadNamesIn } from '@frontage/model/media';
import { buckets, collections, isDocumentId, isDraftable } from '@frontage/model/paths';
import { scheduleDocument } from '@frontage/model/schedule';
import { documentPath, draftEmbedPath, draftPath, embedPath } from '@frontage/model/changes/write';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import { timestampsToIso } from '../content/documents.ts';
import { firestore } from '../firebase.ts';
import type { WriteEvent } from '../record/write-event.ts';
import { isBeingReplaced, uploadState } from './upload-states.ts';

// Each upload needs four reads and at most four writes.
const perTransaction = 100;
const replacementPoll = 200;

/** A document under review: its draft, or the document as it is. */
interface Reviewed {
  collection: string;
  id: string;
  action: string;
}

/**
 * Marks the uploads of these documents, and of the code of demos, as shown: authors change them no more, so that the
 * release shows the images that were reviewed. Returns when no replacement of them is still running.
 */
export async function markReviewedUploads(store: Firestore, documents: readonly Reviewed[]): Promise<void> {
  const paths = documents.flatMap(({ collection, id, action }) => {
    const kind = draftOf({ collection });
    const isDraft = action === 'publish_draft';
    if (kind === null || !(isDraft ? isDraftable(collection, id) : action === 'publish' && isDocumentId(id))) return [];
    const stored = isDraft ? draftPath(kind, id) : documentPath(kind, id);
    return [stored, ...(hasEmbed(kind) ? [embedPath(id), ...(isDraft ? [draftEmbedPath(id)] : [])] : [])];
  });
  if (paths.length === 0) return;
  const found = await store.getAll(...paths.map((path) => store.doc(path)));
  await markNamed(
    store,
    found.map((one) => one.data()),
  );
}

/** Marks the uploads of a draft that is submitted for review, or edited while it is. */
export async function markSubmittedUploads({ after }: WriteEvent): Promise<void> {
  const draft = draftDocument.safeParse(timestampsToIso(after.data())).data;
  if (draft?.review) await markReviewedUploads(firestore(), [{ ...draft, action: 'publish_draft' }]);
}

/** Marks the uploads of a document whose publication is scheduled. */
export async function markScheduledUploads({ after }: WriteEvent): Promise<void> {
  const schedule = scheduleDocument.safeParse(timestampsToIso(after.data())).data;
  if (schedule?.state === 'waiting') await markReviewedUploads(firestore(), [schedule]);
}

/** Marks the uploads that these values name anywhere. Replacements that began before are awaited: none begins later. */
async function markNamed(store: Firestore, values: readonly unknown[]): Promise<void> {
  let waiting = [...uploadNamesIn(values.flatMap(textsIn).join('\n'))];
  while (waiting.length > 0) {
    const busy: string[] = [];
    for (let from = 0; from < waiting.length; from += perTransaction)
      busy.push(...(await markShown(store, waiting.slice(from, from + perTransaction))));
    waiting = busy;
    if (busy.length > 0) await sleep(replacementPoll);
  }
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** Marks uploads by name as the pipeline does before a release. Returns those whose files are being replaced. */
const markShown = (store: Firestore, names: readonly string[]): Promise<string[]> =>
  store.runTransaction(async (transaction) => {
    const media = store.collection(collections.media);
    const documents = names.flatMap((name) => Object.values(buckets).map((bucket) => media.doc(`${bucket}_${name}`)));
    const read = await transaction.getAll(...names.map((name) => uploadState(store, name)), ...documents);
    const states = read.splice(0, names.length);
    for (const state of states)
      if (state.get('shown_at') === undefined)
        transaction.set(state.ref, { shown_at: FieldValue.serverTimestamp() }, { merge: true });
    for (const one of read)
      if (one.get('is_unshown') !== undefined) transaction.update(one.ref, { is_unshown: FieldValue.delete() });
    const now = new Date();
    return names.filter((_, index) => isBeingReplaced(states[index], now));
  });
