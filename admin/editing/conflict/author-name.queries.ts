import { collections } from '@frontage/model/paths';
import { profileDocument } from '@frontage/model/user';
import { useQuery } from '@tanstack/react-query';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { toPlain } from '../../lib/documents/plain.ts';
import { useStaff } from '../../lib/session.tsx';

/** Who wrote a version, as far as this person may know: only administrators may read other people's names. */
export function useAuthorName(uid: string | null): string {
  const { user, roles } = useStaff();
  const store = useDocumentStore();
  const { data } = useQuery({
    queryKey: ['author-name', uid],
    queryFn: async () => {
      const answer = await store.read(`${collections.profiles}/${uid}`);
      const profile = answer.ok ? profileDocument.safeParse(toPlain(answer.value)) : null;
      if (!profile?.success) return null;
      const { first_name, last_name, email } = profile.data;
      return [first_name, last_name].filter(Boolean).join(' ') || email;
    },
    enabled: uid !== null && uid !== user.uid && roles.includes('admin'),
  });
  if (uid === user.uid) return 'You, in another window,';
  return data ?? 'A colleague';
}
