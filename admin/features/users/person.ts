import { foldText } from '@frontage/model/fold';
import { profileDocument, userRolesDocument, type Role } from '@frontage/model/user';

/** One row of the users screen: a profile with its roles. */
export interface Person {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  /** Null if it is missing or invalid. */
  created_at: string | null;
  is_active: boolean;
  /** Whether the account was deleted. Only the name is kept, as the author of their content. */
  is_deleted: boolean;
  roles: Role[];
}

interface Entry {
  id: string;
  /** Timestamps as ISO strings. */
  data: unknown;
}

/** 'Ada Lovelace', or 'No name'. */
export function nameOf({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string {
  return [first_name, last_name].filter(Boolean).join(' ') || 'No name';
}

export const hasName = ({ first_name, last_name, email }: Person): boolean =>
  [first_name, last_name, email].some(Boolean);

/** A user's display name in lists: the name, else the email. */
export const displayName = (person: Person): string =>
  [person.first_name, person.last_name].filter(Boolean).join(' ') || person.email || 'this user';

/** All users with a profile or roles, newest first. Invalid documents are shown with missing fields, never dropped. */
export function joinPeople(profiles: readonly Entry[], userRoles: readonly Entry[]): Person[] {
  const rolesById = new Map(userRoles.map(({ id, data }) => [id, userRolesDocument.safeParse(data).data]));
  const profilesById = new Map(profiles.map(({ id, data }) => [id, profileDocument.safeParse(data).data]));
  const ids = new Set([...profilesById.keys(), ...rolesById.keys()]);
  return [...ids]
    .map((id): Person => {
      const profile = profilesById.get(id);
      const roles = rolesById.get(id);
      return {
        id,
        email: profile?.email ?? '',
        first_name: profile?.first_name ?? null,
        last_name: profile?.last_name ?? null,
        created_at: profile?.created_at ?? null,
        is_active: roles?.is_active ?? profile?.is_active ?? false,
        is_deleted: profile?.deleted_at !== undefined,
        roles: roles?.roles ?? [],
      };
    })
    .sort((a, b) => (b.created_at ?? '').localeCompare(a.created_at ?? '') || a.id.localeCompare(b.id));
}

export interface PeopleFilter {
  search: string;
  role: string;
  status: string;
}

const statuses: Record<string, (person: Person) => boolean> = {
  all: ({ is_deleted }) => !is_deleted,
  active: ({ is_active, is_deleted }) => is_active && !is_deleted,
  inactive: ({ is_active, is_deleted }) => !is_active && !is_deleted,
  deleted: ({ is_deleted }) => is_deleted,
};

/** Filters users by name or email, role and status. The status 'all' excludes deleted users. */
export function filterPeople(people: readonly Person[], { search, role, status }: PeopleFilter): Person[] {
  const text = foldText(search.trim());
  const isOfStatus = statuses[status] ?? statuses['all'];
  return people.filter((person) => {
    const haystack = foldText(`${person.first_name ?? ''} ${person.last_name ?? ''}\n${person.email}`);
    return (
      haystack.includes(text) &&
      (role === 'all' || person.roles.some((assigned) => assigned === role)) &&
      isOfStatus?.(person) === true
    );
  });
}

export interface PeopleFigures {
  total: number;
  active: number;
  admins: number;
  editors: number;
}

export function countPeople(allPeople: readonly Person[]): PeopleFigures {
  const people = allPeople.filter(({ is_deleted }) => !is_deleted);
  const count = (holds: (person: Person) => boolean) => people.filter(holds).length;
  return {
    total: people.length,
    active: count(({ is_active }) => is_active),
    admins: count(({ roles }) => roles.includes('admin')),
    editors: count(({ roles }) => roles.includes('editor')),
  };
}
