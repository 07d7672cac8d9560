import { createHash, randomBytes } from 'node:crypto';
import { collections } from '@frontage/model/paths';
import { previewPaths } from '@frontage/model/preview';
import { linkedCollection, previewLinkDocument } from '@frontage/model/preview-link';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { takeAttempt } from '../rate-limit.ts';
import { recordEntry } from '../audit/audit-trail.ts';
import { defineCall } from '../call/define-call.ts';
import { refuse } from '../call/auth.ts';
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
  await firestore.runTransaction((transaction) => {
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
    return Promise.resolve();
  });
  const { origin } = new URL(publishWebhookUrl.value());
  return { url: `${origin}${previewPaths.link}/${token}`, expires_at };
});

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
