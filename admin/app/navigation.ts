import { adminPaths } from '@frontage/model/paths';
import { type Kind, kindNames, kinds } from '@frontage/model/kinds/kinds';
import type { Role } from '@frontage/model/user';
import {
  Activity,
  CalendarClock,
  History,
  Image,
  LayoutDashboard,
  Layers,
  Settings,
  Trash2,
  UserRound,
  Users,
  type Icon,
} from '#icons';
import { useMemo } from 'react';
import { useKinds } from '../lib/documents/documents.queries.ts';
import { useStaff } from '../lib/session.tsx';
import { kindLookOf } from '../editing/kind-looks.ts';

export interface Destination {
  label: string;
  path: string;
  icon: Icon;
  /** The key that opens this destination after `g`; none if absent. */
  key?: string;
  /** Roles that see this destination; all roles if absent. */
  roles?: readonly Role[];
  /** The kind of content that the site needs for this destination. */
  kind?: Kind;
}

/** The admin's destinations in the order of the side menu. */
const destinations: readonly Destination[] = [
  { label: 'Dashboard', path: adminPaths.dashboard, icon: LayoutDashboard, key: 'd' },
  ...kindNames.map((kind) => ({ kind, label: kinds[kind].area, path: kinds[kind].adminPath, ...kindLookOf(kind) })),
  { label: 'Media', path: adminPaths.media, icon: Image, key: 'i' },
  { label: 'Schedule', path: adminPaths.schedule, icon: CalendarClock, key: 'c' },
  { label: 'Launches', path: adminPaths.launches, icon: Layers, key: 'l' },
  { label: 'Health', path: adminPaths.health, icon: Activity, key: 'e' },
  { label: 'Users', path: adminPaths.users, icon: Users, key: 'u', roles: ['admin'] },
  { label: 'Settings', path: adminPaths.settings, icon: Settings, key: 's', roles: ['admin'] },
  { label: 'Trash', path: adminPaths.trash, icon: Trash2, key: 't', roles: ['admin', 'editor'] },
  { label: 'Audit log', path: adminPaths.audit, icon: History, key: 'o', roles: ['admin'] },
];

export const accountDestination: Destination = {
  label: 'Account security',
  path: adminPaths.account,
  icon: UserRound,
  key: 'a',
};

/** The destinations that a user with the roles `roles` sees on a site with the kinds `onSite`. */
export const destinationsFor = (roles: readonly Role[], onSite: readonly Kind[]): Destination[] =>
  destinations.filter(
    ({ roles: wanted, kind }) =>
      (wanted === undefined || wanted.some((role) => roles.includes(role))) &&
      (kind === undefined || onSite.includes(kind)),
  );

/** The destinations of the signed-in user. */
export function useDestinations(): readonly Destination[] {
  const { roles } = useStaff();
  const onSite = useKinds();
  return useMemo(() => destinationsFor(roles, onSite), [roles, onSite]);
}
