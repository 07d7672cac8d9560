import { createHash, randomBytes } from 'node:crypto';
import { collections } from '@frontage/model/paths';
import { linkedCollection, previewLinkDocument, previewPaths } from '@frontage/model/preview';
import { FieldValue, type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { takeAttempt } from '../rate-limit.ts';
import { recordEntry } from '../audit/audit-trail.ts';
import { defineCall } from '../call/define-call.ts';
import { type Refusal, refuse } from '../call/auth.ts';
import { findOpen } from '../launches/stored-launch.ts';
import { publishWebhookUrl } from '../params.ts';

const linkBudget = (uid: string) => ({ key: `preview link|${uid}`, max: 60, windowMs: 60 * 60_000 });

/** Creates a link with 256 random bits, of which only the digest is stored. */
export const createPreviewLink = defineCall('createPreviewLink', async ({ input, caller, firestore, now }) => {
  const attempt = await takeAttempt(firestore, { budgets: [linkBudget(caller.uid)], now });
  if (!attempt.allowed) return refuse('tooManyAttempts');
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest('hex');
  const collection = linkedCollection(input.collection);
  const expires_at = now.getTime() + input.days * 24 * 60 * 60_000;
  const refusal = await firestore.runTransaction(async (transaction) => {
    const missing = await findTarget(firestore, transaction, { collection, id: input.id });
    if (missing) return missing;
    transaction.create(firestore.collection(collections.previewLinks).doc(hash), {
      collection,
      id: input.id,
      created_by: caller.uid,
      created_at: FieldValue.serverTimestamp(),
      expires_at: Timestamp.fromMillis(expires_at),
      opened: 0,
    });
    recordEntry(firestore, transaction, {
      action: 'preview link made',
      actor: caller.uid,
      document: `${collection}/${input.id}`,
    });
    return null;
  });
  if (refusal) return refusal;
  const { origin } = new URL(publishWebhookUrl.value());
  return { url: `${origin}${previewPaths.link}/${token}`, expires_at };
});

/** Why a link to a document or launch would show nothing; null if it would show something. */
async function findTarget(
  firestore: Firestore,
  transaction: Transaction,
  { collection, id }: { collection: string; id: string },
): Promise<Refusal | null> {
  if (collection === collections.launches) {
    const found = await findOpen(firestore, transaction, id);
    return 'launch' in found ? null : found;
  }
  // A setting that was never saved has its defaults.
  if (collection === collections.settings) return null;
  const document = await transaction.get(firestore.collection(collection).doc(id));
  return document.exists ? null : refuse('unknownDocument');
}

export const listPreviewLinks = defineCall('listPreviewLinks', async ({ input, firestore, now }) => {
  const { docs } = await firestore
    .collection(collections.previewLinks)
    .where('collection', '==', linkedCollection(input.collection))
    .where('id', '==', input.id)
    .get();
  const links = docs.flatMap((stored) => {
    const data = stored.data();
    const link = previewLinkDocument.safeParse({
      ...data,
      created_at: millis(data['created_at']),
      expires_at: millis(data['expires_at']),
    });
    if (!link.success || link.data.expires_at <= now.getTime()) return [];
    const { created_by, created_at, expires_at, opened } = link.data;
    return [{ hash: stored.id, created_by, created_at, expires_at, opened }];
  });
  return { links: links.sort((a, b) => b.created_at - a.created_at) };
});

export const revokePreviewLink = defineCall('revokePreviewLink', async ({ input, caller, firestore }) => {
  const link = firestore.collection(collections.previewLinks).doc(input.hash);
  await firestore.runTransaction(async (transaction) => {
    const stored = await transaction.get(link);
    if (!stored.exists) return;
    transaction.delete(link);
    const document = `${String(stored.get('collection'))}/${String(stored.get('id'))}`;
    recordEntry(firestore, transaction, { action: 'preview link revoked', actor: caller.uid, document });
  });
  return {};
});

const millis = (moment: unknown): unknown => (moment instanceof Timestamp ? moment.toMillis() : moment);
