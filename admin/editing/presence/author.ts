import { collections, presenceId } from '@frontage/model/paths';
import { collectionOf, type Savable } from '@frontage/model/kinds';
import { presenceDocument } from './presence.ts';
import { personName, profileDocument } from '@frontage/model/user';
import { useCallback } from 'react';
import type { DocumentStore } from '../../lib/documents/document-store.ts';
import { toPlain } from '../../lib/documents/document.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { useStaff } from '../../lib/session.tsx';

/** The name of a user; null if their profile cannot be read. Users may read their own profile, administrators all. */
export async function readName(store: DocumentStore, uid: string): Promise<string | null> {
  const answer = await store.read(`${collections.profiles}/${uid}`);
  const profile = answer.ok ? profileDocument.safeParse(toPlain(answer.value)) : null;
  if (!profile?.success) return null;
  return personName(profile.data) || null;
}

interface Authorship {
  kind: Savable;
  id: string;
  /** The user that saved it. */
  uid: string;
}

interface AuthorWords {
  /** The words for this user. */
  own?: string;
  /** The words for a user whose name cannot be read. */
  unknown?: string;
}

/** Returns the name of the user that saved a document: from their presence, else from their profile. Never rejects. */
export function useReadAuthor({ own = 'You, in another window,', unknown = 'A colleague' }: AuthorWords = {}): (
  authorship: Authorship,
) => Promise<string> {
  const { user, roles } = useStaff();
  const store = useDocumentStore();
  const isAdmin = roles.includes('admin');
  return useCallback(
    async ({ kind, id, uid }) => {
      if (uid === user.uid) return own;
      const answer = await store.read(`${collections.presence}/${presenceId(collectionOf(kind), id, uid)}`);
      const given = answer.ok ? presenceDocument.safeParse(toPlain(answer.value)).data?.name : undefined;
      return given ?? (isAdmin ? await readName(store, uid) : null) ?? unknown;
    },
    [isAdmin, own, unknown, store, user.uid],
  );
}
