import { type Data, embedIn } from '@frontage/model/changes/write';
import { collections, isDocumentId, trashId } from '@frontage/model/paths';
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import { firestore } from '../firebase.ts';
import { hasHistory, revisionEmbed } from '../history/keep-revisions.ts';
import type { Written } from '../history/plan-revisions.ts';
import type { NewDocument } from './recorder.ts';
import type { WriteEvent } from './write-event.ts';

// The versions of the table in `triggers.ts`. Deleted documents have none: they are in the trash.

const hasRev = (data: Data | undefined): data is Data & { rev: number } =>
  Number.isSafeInteger(data?.['rev']) && Number(data?.['rev']) >= 1;

/** The revision of a write. */
export function revision({ before, after }: WriteEvent): Written | null {
  const data = after.data();
  if (!after.updateTime || !hasRev(data)) return null;
  return { path: after.ref.path, before: before.data() ?? null, after: data, at: after.updateTime, companions: [] };
}

/** The revision of a write of a demo, with the names of the companions in the same commit. */
export async function demoRevision(write: WriteEvent): Promise<Written | null> {
  const written = revision(write);
  // The ids of its companions are as long as those of its revisions.
  if (written === null || !hasHistory(written)) return null;
  return { ...written, companions: await companionsOf(write.document.id, written.at) };
}

/** The companions written in a demo's commit, recognized by the equal commit time. */
async function companionsOf(id: string, at: Written['at']): Promise<Written['companions']> {
  const store = firestore();
  const [embed, secret, kept] = await store.getAll(
    store.collection(collections.demoEmbeds).doc(id),
    store.collection(collections.demoSecrets).doc(id),
    revisionEmbed(store, id, at),
  );
  const isOfCommit = (document?: DocumentSnapshot): boolean => document?.updateTime?.isEqual(at) === true;
  return [
    ...(isOfCommit(embed) || kept?.exists ? (['iframe_url'] as const) : []),
    ...(isOfCommit(secret) ? (['password'] as const) : []),
  ];
}

/** The stored embed code of a demo; none for a demo that was purged. */
export async function embedVersion({ after }: WriteEvent): Promise<NewDocument | null> {
  const code = embedIn(after.data() ?? null);
  if (!after.updateTime || code === null) return null;
  const store = firestore();
  const version = revisionEmbed(store, after.id, after.updateTime);
  const trashed = trashId(collections.demos, after.id);
  if (!isDocumentId(version.id) || !isDocumentId(trashed)) return null;
  const [demo, entry] = await store.getAll(
    store.collection(collections.demos).doc(after.id),
    store.collection(collections.trash).doc(trashed),
  );
  if (!demo?.exists && !entry?.exists) return null;
  const createdBy: unknown = demo?.exists ? demo.get('created_by') : entry?.get('data.created_by');
  return {
    document: version,
    data: {
      document: `${collections.demos}/${after.id}`,
      iframe_url: code,
      created_by: typeof createdBy === 'string' ? createdBy : null,
      at: after.updateTime,
      expires_at: null,
    },
    size: code.length,
  };
}
