import { collections, type ContentCollection } from '@frontage/model/paths';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { firestore } from '../firebase.ts';
import { functionsRegion, publishWebhookSecret, publishWebhookUrl } from '../params.ts';
import { scale } from '../scale.ts';
import { writeTombstone } from './write-tombstone.ts';
import { hintOf, publishRequest } from './publish-request.ts';
import { batchHints, type WrittenDocument } from './batch-hints.ts';

const deadline = 10_000;

/** Sends a hint. Throws if the pipeline did not accept it, so that the platform redelivers its events. */
async function sendHint(documents: readonly WrittenDocument[]): Promise<void> {
  const { headers, body } = publishRequest(hintOf(documents, new Date()), publishWebhookSecret.value());
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
function onContentWritten(collection: ContentCollection) {
  return onDocumentWritten(
    {
      ...scale.hint,
      document: `${collection}/{id}`,
      region: functionsRegion,
      retry: true,
      secrets: [publishWebhookSecret],
    },
    async (event) => {
      const path = `${collection}/${event.params.id}`;
      if (event.data?.after.exists === false) await writeTombstone(firestore(), path);
      await send({ id: event.id, document: path });
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
