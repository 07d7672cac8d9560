import { collections, type ContentCollection } from '@frontage/model/paths';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { firestore } from '../firebase.ts';
import { functionsRegion, publishWebhookSecret, publishWebhookUrl } from '../params.ts';
import { scale } from '../scale.ts';
import { bury } from './bury.ts';
import { hintOf, publishRequest } from './publish-request.ts';
import { shareRequests, type Told } from './share-requests.ts';

const deadline = 10_000;

/** Sends a hint. Throws when the pipeline did not take it, so that the platform delivers its events again. */
async function sendHint(told: readonly Told[]): Promise<void> {
  const { headers, body } = publishRequest(hintOf(told, new Date()), publishWebhookSecret.value());
  const response = await fetch(publishWebhookUrl.value(), {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(deadline),
  });
  await response.body?.cancel();
  if (!response.ok)
    throw new Error(`The pipeline answered ${response.status} to the change of ${told[0]?.document ?? ''}`);
}

const tell = shareRequests(sendHint);

/**
 * A trigger on one collection that names every written document to the pipeline, at least once. What a deleted one leaves is there
 * before the pipeline is told, so that a hint which never arrives loses nothing.
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
      if (event.data?.after.exists === false) await bury(firestore(), path);
      await tell({ id: event.id, document: path });
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
