import type { CallInput } from '@frontage/model/calls';
import { notices } from '@frontage/model/messages';
import { collections } from '@frontage/model/paths';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/callables.ts';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { toPlain } from '../../lib/documents/plain.ts';
import type { Entry } from '../../lib/documents/document-store.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useWrite } from '../../lib/write.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { joinPeople, type Person } from './person.ts';

const peopleKey = ['people'] as const;

const plainEntries = (entries: readonly Entry[]) => entries.map(({ id, data }) => ({ id, data: toPlain(data) }));

/** Everybody with an account, newest first. */
export function usePeople() {
  const store = useDocumentStore();
  return useQuery({
    queryKey: peopleKey,
    queryFn: async () => {
      const [profiles, userRoles] = await Promise.all([
        store.list(collections.profiles),
        store.list(collections.userRoles),
      ]);
      return joinPeople(plainEntries(valueOf(profiles)), plainEntries(valueOf(userRoles)));
    },
  });
}

/** Changes one person on the screen at once; answers how to take it back. */
function usePersonOnScreen() {
  const queryClient = useQueryClient();
  return (id: string, change: Partial<Person>) => {
    const before = queryClient.getQueryData<Person[]>(peopleKey)?.find((person) => person.id === id);
    const apply = (fields: Partial<Person>) =>
      queryClient.setQueryData<Person[]>(peopleKey, (people) =>
        people?.map((person) => (person.id === id ? { ...person, ...fields } : person)),
      );
    apply(change);
    return () => {
      if (before) apply(before);
    };
  };
}

/** Activates or deactivates somebody: shown at once, taken back when refused, with a way to undo. */
export function useSetActive() {
  const firebase = useFirebase();
  const write = useWrite();
  const notify = useNotify();
  const showPerson = usePersonOnScreen();

  const setActive = async (person: Person, isActive: boolean, isUndo = false): Promise<void> => {
    const takeBack = showPerson(person.id, { is_active: isActive });
    try {
      await write(() => call(firebase, 'setUserActive', { userId: person.id, isActive }));
    } catch (error) {
      takeBack();
      notify.failure(notices.userStatusFailed, error);
      return;
    }
    const undo = { label: 'Undo', run: () => void setActive(person, !isActive, true) };
    notify.success(isActive ? notices.userActivated : notices.userDeactivated, isUndo ? undefined : undo);
  };
  return setActive;
}

/** Saves the roles somebody holds from now on; answers whether that worked. */
export function useSetRoles() {
  const firebase = useFirebase();
  const write = useWrite();
  const notify = useNotify();
  const showPerson = usePersonOnScreen();

  return async ({ userId, roles }: CallInput<'setUserRoles'>): Promise<boolean> => {
    try {
      await write(() => call(firebase, 'setUserRoles', { userId, roles }));
    } catch (error) {
      notify.failure(notices.rolesFailed, error);
      return false;
    }
    showPerson(userId, { roles });
    notify.success(notices.rolesUpdated);
    return true;
  };
}
