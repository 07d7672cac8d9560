import { createHash } from 'node:crypto';
import { collections, type ContentCollection } from '@frontage/model/paths';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import { firestore } from '../firebase.ts';
import { functionsRegion, publishWebhookSecret, publishWebhookUrl } from '../params.ts';
import { scale } from '../scale.ts';
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
 * A trigger on one collection that sends a hint for every written document, at least once. A deletion's tombstone is
 * written before the hint, so that the deletion is found even if the hint is lost.
 */
function onContentWritten(collection: ContentCollection | typeof collections.drafts) {
  return onDocumentWritten(
    {
      ...scale.hint,
      document: `${collection}/{id}`,
      region: functionsRegion,
      retry: true,
      secrets: [publishWebhookSecret],
    },
    async (event) => {
      if (!event.data) return;
      const { path } = writtenDocument(event.data);
      if (!event.data.after.exists) await writeTombstone(firestore(), path);
      await send({ id: event.id, document: path, ...describeWrite(path, event.data) });
    },
  );
}

export const onPageWritten = onContentWritten(collections.pages);
export const onSectionWritten = onContentWritten(collections.sections);
export const onDemoWritten = onContentWritten(collections.demos);
export const onDemoEmbedWritten = onContentWritten(collections.demoEmbeds);
export const onSettingWritten = onContentWritten(collections.settings);
export const onSlugWritten = onContentWritten(collections.slugs);
export const onRedirectWritten = onContentWritten(collections.redirects);
export const onMediaWritten = onContentWritten(collections.media);
/** For the search of the admin: drafts are not published. */
export const onDraftWritten = onContentWritten(collections.drafts);

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
