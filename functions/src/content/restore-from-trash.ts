import { collections, slugId, type SlugKind } from '@frontage/model/paths';
import { FieldValue, type DocumentReference } from 'firebase-admin/firestore';
import { z } from 'zod';
import { recordEntry } from '../audit/entry.ts';
import { defineCall } from '../call/define-call.ts';
import { refuse } from '../call/refusal.ts';

/** A stored `trash` document. */
const trashed = z.object({
  collection: z.enum([collections.sections, collections.pages, collections.demos]),
  id: z.string().min(1),
  data: z.looseObject({ rev: z.int(), slug: z.string().optional(), is_password_protected: z.boolean().optional() }),
  embed: z.string().optional(),
});

const slugKinds: Partial<Record<z.output<typeof trashed>['collection'], SlugKind>> = {
  [collections.pages]: 'page',
  [collections.demos]: 'demo',
};

/**
 * Puts a document back as it was deleted, with its slug and embed; the password of a protected demo never left
 * `demo_secrets`. A function, because a client may neither set `created_at` nor read that password.
 */
export const restoreFromTrash = defineCall('restoreFromTrash', async ({ input, caller, firestore }) => {
  const entry = firestore.collection(collections.trash).doc(input.trashId);
  const refusal = await firestore.runTransaction(async (transaction) => {
    const stored = trashed.safeParse((await transaction.get(entry)).data()).data;
    if (!stored) return refuse('notInTrash');
    const { collection, id, data, embed } = stored;
    const document = firestore.collection(collection).doc(id);
    const kind = slugKinds[collection];
    const slug: DocumentReference | null =
      kind && data.slug ? firestore.collection(collections.slugs).doc(slugId(kind, data.slug)) : null;
    const [living, slugHolder] = await transaction.getAll(document, ...(slug ? [slug] : []));
    if (living?.exists) return refuse('alreadyRestored');
    if (slugHolder?.exists) return refuse('slugTaken');
    transaction.create(document, {
      ...data,
      rev: data.rev + 1,
      updated_at: FieldValue.serverTimestamp(),
      updated_by: caller.uid,
    });
    if (slug) transaction.create(slug, { id });
    if (embed !== undefined) {
      transaction.set(firestore.collection(collections.demoEmbeds).doc(id), { iframe_url: embed });
    }
    transaction.delete(entry);
    recordEntry(firestore, transaction, { action: 'restored', actor: caller.uid, document: document.path });
    return null;
  });
  return refusal ?? {};
});
