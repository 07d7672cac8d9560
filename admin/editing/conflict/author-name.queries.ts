import { collections } from '@frontage/model/paths';
import { profileDocument } from '@frontage/model/user';
import { useQuery } from '@tanstack/react-query';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import type { DocumentStore } from '../../lib/documents/document-store.ts';
import { toPlain } from '../../lib/documents/plain.ts';
import { useStaff } from '../../lib/session.tsx';

/** What somebody is called; null where their profile cannot be read. Everybody may read their own, administrators all. */
export async function readName(store: DocumentStore, uid: string): Promise<string | null> {
  const answer = await store.read(`${collections.profiles}/${uid}`);
  const profile = answer.ok ? profileDocument.safeParse(toPlain(answer.value)) : null;
  if (!profile?.success) return null;
  const { first_name, last_name, email } = profile.data;
  return [first_name, last_name].filter(Boolean).join(' ') || email;
}

/** Who wrote a version: by the names that people gave when they opened it, else by their profile. */
export function useAuthorName(uid: string | null, names: ReadonlyMap<string, string>): string {
  const { user, roles } = useStaff();
  const store = useDocumentStore();
  const known = uid === null ? undefined : names.get(uid);
  const { data } = useQuery({
    queryKey: ['author-name', uid],
    queryFn: () => readName(store, uid ?? ''),
    enabled: uid !== null && known === undefined && uid !== user.uid && roles.includes('admin'),
  });
  if (uid === user.uid) return 'You, in another window,';
  return known ?? data ?? 'A colleague';
}
