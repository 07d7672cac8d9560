import { createHash } from 'node:crypto';
import { collections } from '@frontage/model/paths';
import { type DocumentSnapshot, FieldValue, type Firestore } from 'firebase-admin/firestore';
import type { Change } from 'firebase-functions';
import { firestore } from '../firebase.ts';
import { publishWebhookSecret, publishWebhookUrl } from '../params.ts';
import { batchCalls } from '../content/batch-calls.ts';
import { writtenDocument } from '../content/documents.ts';
import { describeWrite, openBacklog } from './bulk-writes.ts';
import { hintOf, publishRequest, type WrittenDocument } from './publish-request.ts';

/**
 * Sends hints in requests shared by calls of this instance, each of at most 64 KiB. Edits are sent before the bulk
 * documents among them.
 */
export function batchHints(
  send: (written: readonly WrittenDocument[], isBulk: boolean) => Promise<void>,
  now?: () => number,
): (written: WrittenDocument) => Promise<void> {
  const backlog = openBacklog(now);
  const share = batchCalls<WrittenDocument>({
    act: async (written) => {
      const bulk = backlog.bulkAmong(written);
      const edits = written.filter((one) => !bulk.has(one));
      if (edits.length > 0) await send(edits, false);
      if (bulk.size > 0) await send([...bulk], true);
    },
    maxItems: 500,
    maxSize: 48 * 1024,
    // A character takes up to six bytes in JSON and UTF-8.
    sizeOf: ({ document }) => 6 * document.length,
    // A refusal by the pipeline concerns the request, not a single document.
    retriesItemsAlone: false,
  });
  return async (written) => {
    backlog.add(written);
    try {
      await share(written);
    } finally {
      backlog.remove(written);
    }
  };
}

const deadline = 10_000;

/** Sends a hint. Throws if the pipeline did not accept it, so that the platform redelivers its events. */
async function sendHint(documents: readonly WrittenDocument[], isBulk: boolean): Promise<void> {
  const hint = { ...hintOf(documents, new Date()), isBulk };
  const { headers, body } = publishRequest(hint, publishWebhookSecret.value());
  const response = await fetch(publishWebhookUrl.value(), {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(deadline),
  });
  await response.body?.cancel();
  if (!response.ok)
    throw new Error(`The pipeline answered ${response.status} to the change of ${documents[0]?.document ?? ''}`);
}

const send = batchHints(sendHint);

/**
 * Sends a hint for a written document, at least once. A deletion's tombstone is written before the hint, so that the
 * deletion is found even if the hint is lost.
 */
export async function hintWrite(id: string, change: Change<DocumentSnapshot>): Promise<void> {
  const { path } = writtenDocument(change);
  if (!change.after.exists) await writeTombstone(firestore(), path);
  await send({ id, document: path, ...describeWrite(path, change) });
}

/**
 * Writes a tombstone for a document deleted by any client. Its time is now, not the deletion's: an event may arrive
 * a day late, when the pipeline's cursor is long past the deletion.
 */
async function writeTombstone(firestore: Firestore, path: string): Promise<void> {
  // A path can be longer than the maximum of an id.
  const id = createHash('sha256').update(path).digest('hex');
  const tombstone = { path, deleted_at: FieldValue.serverTimestamp() };
  await firestore.collection(collections.tombstones).doc(id).set(tombstone);
}
