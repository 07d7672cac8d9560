import { adminPaths } from '@frontage/model/paths';
import type { Role } from '@frontage/model/user';
import { type Kind, kindNames, kinds } from '@frontage/model/kinds/kinds';
import { Settings, Users, type Icon } from '#icons';
import { kindLookOf } from '../../editing/kind-looks.ts';

export interface Card {
  title: string;
  description: string;
  path: string;
  icon: Icon;
  /** Roles that see this card; all roles if absent. */
  roles?: readonly Role[];
  /** The kind of content that the site needs for this card. */
  kind?: Kind;
}

const cards: readonly Card[] = [
  ...kindNames.map((kind) => {
    const { title, description, adminPath } = kinds[kind];
    return { kind, title, description, path: adminPath, icon: kindLookOf(kind).icon };
  }),
  {
    title: 'User Management',
    description: 'Manage users and their roles.',
    path: adminPaths.users,
    icon: Users,
    roles: ['admin'],
  },
  {
    title: 'Site Settings',
    description: 'Name, logo, search engines, social links and analytics.',
    path: adminPaths.settings,
    icon: Settings,
    roles: ['admin'],
  },
];

/** The areas that a user with the roles `userRoles` may open on a site with the kinds `onSite`. */
export function cardsFor(userRoles: readonly Role[], onSite: readonly Kind[]): Card[] {
  return cards.filter(
    ({ roles, kind }) =>
      (roles === undefined || roles.some((role) => userRoles.includes(role))) &&
      (kind === undefined || onSite.includes(kind)),
  );
}
