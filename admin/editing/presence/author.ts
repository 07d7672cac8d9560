import { collections, presenceId } from '@frontage/model/paths';
import { collectionOf, type Savable } from '@frontage/model/kinds';
import { presenceDocument } from '@frontage/model/presence';
import { profileDocument } from '@frontage/model/user';
import { useCallback } from 'react';
import type { DocumentStore } from '../../lib/documents/document-store.ts';
import { toPlain } from '../../lib/documents/plain.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { useStaff } from '../../lib/session.tsx';

/** What somebody is called; null where their profile cannot be read. Everybody may read their own, administrators all. */
export async function readName(store: DocumentStore, uid: string): Promise<string | null> {
  const answer = await store.read(`${collections.profiles}/${uid}`);
  const profile = answer.ok ? profileDocument.safeParse(toPlain(answer.value)) : null;
  if (!profile?.success) return null;
  const { first_name, last_name, email } = profile.data;
  return [first_name, last_name].filter(Boolean).join(' ') || email || null;
}

interface Authorship {
  kind: Savable;
  id: string;
  /** Who saved it. */
  uid: string;
}

/**
 * Tells who saved a document: by the name they gave when they opened it, else by their profile; `own` is what this person is
 * called. Never rejects.
 */
export function useReadAuthor(own = 'You, in another window,'): (authorship: Authorship) => Promise<string> {
  const { user, roles } = useStaff();
  const store = useDocumentStore();
  const isAdmin = roles.includes('admin');
  return useCallback(
    async ({ kind, id, uid }) => {
      if (uid === user.uid) return own;
      const answer = await store.read(`${collections.presence}/${presenceId(collectionOf(kind), id, uid)}`);
      const given = answer.ok ? presenceDocument.safeParse(toPlain(answer.value)).data?.name : undefined;
      return given ?? (isAdmin ? await readName(store, uid) : null) ?? 'A colleague';
    },
    [isAdmin, own, store, user.uid],
  );
}
