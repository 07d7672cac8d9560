import type { Account, CallInput } from '@frontage/model/calls';
import { notices } from '@frontage/model/messages';
import { collections } from '@frontage/model/paths';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredResult } from '../../lib/deferred-result.ts';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { type DocumentStore, type Entry, valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { toPlain } from '@frontage/model/stored-values';
import { useAction, type Write } from '../../ui/action.ts';
import type { Question } from '../../ui/confirm.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { joinPeople, displayName, type Person } from './person.ts';

const peopleKey = ['people'] as const;

const plainEntries = (entries: readonly Entry[]) => entries.map(({ id, data }) => ({ id, data: toPlain(data) }));

/** All users with an account, newest first. Only administrators may read them. */
export const peopleQuery = (store: DocumentStore) =>
  queryOptions({
    queryKey: peopleKey,
    queryFn: async () => {
      const [profiles, userRoles] = await Promise.all([
        store.list(collections.profiles),
        store.list(collections.userRoles),
      ]);
      return joinPeople(plainEntries(valueOf(profiles)), plainEntries(valueOf(userRoles)));
    },
  });

export const usePeople = () => useDeferredResult(useQuery(peopleQuery(useDocumentStore())));

const accountsKey = ['accounts'] as const;

/** Authentication's data of these users, by uid; empty while loading. */
export function useAccounts(userIds: readonly string[]): ReadonlyMap<string, Account> {
  const firebase = useFirebase();
  const { data } = useQuery({
    queryKey: [...accountsKey, ...userIds],
    queryFn: async () => {
      const { accounts } = await call(firebase, 'describeAccounts', { userIds: [...userIds] });
      return new Map(accounts.map((account) => [account.id, account]));
    },
    enabled: userIds.length > 0,
    placeholderData: (before) => before,
  });
  return data ?? noAccounts;
}

const noAccounts: ReadonlyMap<string, Account> = new Map();

/** Changes one user in the loaded list at once; returns a function that reverts it. */
function usePersonInList() {
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

/** Identifies a user in notices with undo. */
const subjectOf = ({ id }: Person): string => `user/${id}`;

/** Activates or deactivates a user: shown at once, reverted on failure, with undo. */
export function useSetActive() {
  const firebase = useFirebase();
  const notify = useNotify();
  const { perform } = useAction();
  const showPerson = usePersonInList();

  const setActive = (person: Person, isActive: boolean, isUndo = false): Promise<boolean> => {
    const about = displayName(person);
    const undo = {
      label: 'Undo',
      run: () => setActive(person, !isActive, true),
      documents: [subjectOf(person)],
    };
    const done = isActive ? notices.userActivated : notices.userDeactivated;
    return perform(
      { ...notices.userStatusFailed, about },
      async (write) => {
        await write(() => call(firebase, 'setUserActive', { userId: person.id, isActive }));
        notify.success({ ...done, about }, isUndo ? undefined : undo);
      },
      { show: () => showPerson(person.id, { is_active: isActive }) },
    );
  };
  return setActive;
}

/** Saves a user's roles; returns whether it succeeded. */
export function useSetRoles() {
  const firebase = useFirebase();
  const notify = useNotify();
  const { perform } = useAction();
  const showPerson = usePersonInList();

  return (person: Person, roles: CallInput<'setUserRoles'>['roles']): Promise<boolean> => {
    const about = displayName(person);
    return perform({ ...notices.rolesFailed, about }, async (write) => {
      await write(() => call(firebase, 'setUserRoles', { userId: person.id, roles }));
      showPerson(person.id, { roles });
      notify.success({ ...notices.rolesUpdated, about });
    });
  };
}

/** Deletes a user after confirmation. */
export function useDeletePerson() {
  const firebase = useFirebase();
  const notify = useNotify();
  const { perform } = useAction();
  const queryClient = useQueryClient();
  const showPerson = usePersonInList();

  return async (person: Person): Promise<void> => {
    const about = displayName(person);
    const question: Question = {
      title: `Delete ${about}?`,
      description:
        'The account and its open invites stop working at once; its pages and demos stay. This cannot be undone. To block access for a while, deactivate the user instead.',
      action: 'Delete user',
      tone: 'danger',
    };
    const remove = async (write: Write) => {
      await write(() => call(firebase, 'deleteUser', { userId: person.id }));
      showPerson(person.id, { is_deleted: true, is_active: false, roles: [], email: '' });
      notify.success({ title: 'User deleted', about, changed: [subjectOf(person)] });
      await queryClient.invalidateQueries({ queryKey: ['invites'] });
    };
    await perform({ title: 'Failed to delete user', about }, remove, { question });
  };
}

/** Removes the name of a deleted user after confirmation. */
export function useErasePerson() {
  const firebase = useFirebase();
  const notify = useNotify();
  const { perform } = useAction();
  const showPerson = usePersonInList();

  return async (person: Person): Promise<void> => {
    const about = displayName(person);
    const question: Question = {
      title: `Erase ${about}?`,
      description:
        'Name and email are removed everywhere. Their activity stays, anonymized; older backups still contain the name. This cannot be undone.',
      action: 'Erase name',
      tone: 'danger',
    };
    const erase = async (write: Write) => {
      await write(() => call(firebase, 'deleteUser', { userId: person.id, erase: true }));
      showPerson(person.id, { first_name: null, last_name: null, email: '' });
      notify.success({ title: 'Name erased' });
    };
    await perform({ title: 'Failed to erase the name', about }, erase, { question });
  };
}

/** Resets a user's second factor after confirmation. */
export function useResetSecondFactor() {
  const firebase = useFirebase();
  const notify = useNotify();
  const { perform } = useAction();
  const queryClient = useQueryClient();

  return async (person: Person): Promise<void> => {
    const about = displayName(person);
    const question: Question = {
      title: `Reset the second factor of ${about}?`,
      description:
        'The password is then enough to sign in, and the recovery codes stop working. First verify that the user asked for this.',
      action: 'Reset second factor',
      tone: 'danger',
    };
    const reset = async (write: Write) => {
      await write(() => call(firebase, 'resetSecondFactor', { userId: person.id }));
      notify.success({ title: 'Second factor reset', about });
    };
    const settle = () => queryClient.invalidateQueries({ queryKey: accountsKey });
    await perform({ title: 'Failed to reset second factor', about }, reset, { question, settle });
  };
}
