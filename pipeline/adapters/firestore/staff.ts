import { draftDocument, draftOf } from '@frontage/model/draft';
import { collections, isDraftable } from '@frontage/model/paths';
import { launchDocument, memberPath } from '@frontage/model/launch';
import { previewLinkDocument } from '@frontage/model/preview';
import { userRolesDocument } from '@frontage/model/user';
import { documentPath, draftEmbedPath, draftPath, embedIn } from '@frontage/model/changes/write';
import { type DocumentSnapshot, FieldValue, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { z } from 'zod';
import type { ProposedLaunch } from '../../preview/preview-content.ts';
import type { LinkedDrafts } from '../../http/preview-pages.ts';
import type { ReadAccount } from '../../http/staff-access.ts';
import { toJson } from './plain.ts';

const launchKeptMs = 5_000;

/** Whether a user may share previews: a link is valid only while its creator is an active editor or administrator. */
function mayShare(creator: DocumentSnapshot | undefined): boolean {
  const user = userRolesDocument.safeParse(creator?.data()).data;
  return user?.is_active === true && user.roles.some((role) => role === 'editor' || role === 'admin');
}

/** Preview links and their drafts in Firestore, read with the rights of the server. */
export function firestoreDrafts(firestore: Firestore): LinkedDrafts {
  const linkOf = (hash: string) => firestore.collection(collections.previewLinks).doc(hash);
  const readLaunch = async (id: string): Promise<ProposedLaunch | null> => {
    const stored = (await firestore.collection(collections.launches).doc(id).get()).data();
    const launch = openLaunch.safeParse(stored).data;
    return launch ? withDrafts(firestore, launch) : null;
  };
  const recent = new Map<string, { readAt: number; launch: Promise<ProposedLaunch | null> }>();
  /** A launch as it was at most five seconds ago, because each page of its preview would read up to 200 documents. */
  const recentLaunch = (id: string, now: Date): Promise<ProposedLaunch | null> => {
    for (const [known, { readAt }] of recent) if (now.getTime() - readAt >= launchKeptMs) recent.delete(known);
    const kept = recent.get(id) ?? { readAt: now.getTime(), launch: readLaunch(id) };
    recent.set(id, kept);
    kept.launch.catch(() => recent.delete(id));
    return kept.launch;
  };

  return {
    find: async (hash, now) => {
      const stored = (await linkOf(hash).get()).data();
      const link = previewLinkDocument.safeParse(stored && { ...stored, ...momentsOf(stored) }).data;
      if (link === undefined || link.expires_at <= now.getTime()) return null;
      const { id, expires_at } = link;
      const creator = firestore.collection(collections.userRoles).doc(link.created_by);
      if (link.collection === collections.launches) {
        const launch = mayShare(await creator.get()) ? await recentLaunch(id, now) : null;
        return launch && { ...launch, expires_at };
      }
      const what = draftOf(link);
      if (what === null || !isDraftable(link.collection, link.id)) return null;
      const [sharer, document, draft, embed] = await firestore.getAll(
        creator,
        firestore.doc(documentPath(what, id)),
        firestore.doc(draftPath(what, id)),
        firestore.doc(draftEmbedPath(id)),
      );
      if (!mayShare(sharer)) return null;
      // The draft of a deleted document is kept, because the document can be restored.
      if (what !== 'setting' && !document?.exists) return null;
      const held = draftDocument.pick({ data: true }).safeParse(draft?.exists ? toJson(draft.data() ?? {}) : null).data;
      if (held === undefined) return { what, id, data: null, expires_at };
      const isUnprotected = what === 'demo' && document?.get('is_password_protected') === false;
      const code = isUnprotected ? embedIn(embed?.data() ?? null) : null;
      return { what, id, data: { ...held.data, ...(code !== null && { embed_code: code }) }, expires_at };
    },
    count: async (hash) => {
      await linkOf(hash).update({ opened: FieldValue.increment(1) });
    },
    launch: readLaunch,
  };
}

/** The fields of an open launch that a preview needs. */
const openLaunch = launchDocument.pick({ name: true, members: true }).extend({ state: z.literal('open') });

/** A launch with the current drafts of its accepted members. */
async function withDrafts(
  firestore: Firestore,
  { name, members: all }: z.output<typeof openLaunch>,
): Promise<ProposedLaunch> {
  const missing: string[] = [];
  const accepted = all.filter(({ is_accepted }) => is_accepted);
  const paths = accepted.flatMap(({ collection, id, action }) => {
    const what = draftOf({ collection });
    if (what === null || action !== 'publish_draft') return [];
    return [draftPath(what, id), ...(what === 'demo' ? [draftEmbedPath(id)] : [])];
  });
  const read = paths.length === 0 ? [] : await firestore.getAll(...paths.map((path) => firestore.doc(path)));
  const drafts = new Map(read.map((one) => [one.ref.path, one.data()]));
  const members = accepted.flatMap((member): ProposedLaunch['members'][number][] => {
    const { collection, id, action, redirect } = member;
    if (action === 'redirect') return redirect === null ? [] : [{ id, redirect }];
    const what = draftOf({ collection });
    if (what === null) return [];
    if (action !== 'publish_draft') return [{ what, id, action, data: null }];
    const draft = heldDraft.safeParse(toJson(drafts.get(draftPath(what, id)) ?? {})).data;
    if (!draft) {
      missing.push(memberPath(member));
      return [];
    }
    const { data, base_rev, created_by } = draft;
    const code = what === 'demo' ? embedIn(drafts.get(draftEmbedPath(id)) ?? null) : null;
    const entered = { ...data, ...(code !== null && { embed_code: code }) };
    return [{ what, id, action: 'publish', data: entered, draft: { base_rev, created_by } }];
  });
  return { name, members, missing };
}

const heldDraft = draftDocument.pick({ data: true, base_rev: true, created_by: true });

const momentsOf = (stored: Record<string, unknown>) =>
  Object.fromEntries(
    ['created_at', 'expires_at'].map((field) => {
      const moment = stored[field];
      return [field, moment instanceof Timestamp ? moment.toMillis() : moment];
    }),
  );

/** Reads accounts of staff in Firestore. A document with an invalid shape counts as missing. */
export const firestoreRoles =
  (firestore: Firestore): ReadAccount =>
  async (uid) =>
    userRolesDocument.safeParse((await firestore.collection(collections.userRoles).doc(uid).get()).data()).data ?? null;
