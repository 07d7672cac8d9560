import { adminPaths } from '@frontage/model/paths';
import type { Role } from '@frontage/model/user';
import { FileText, House, MonitorPlay, Settings, Users, type Icon } from '#icons';

export interface Card {
  title: string;
  description: string;
  path: string;
  icon: Icon;
  /** Roles that see this card; all roles if absent. */
  roles?: readonly Role[];
}

const cards: readonly Card[] = [
  {
    title: 'Homepage Sections',
    description: 'The hero and the blocks below it.',
    path: adminPaths.homepage,
    icon: House,
  },
  { title: 'Pages', description: 'Content pages and their place in the menu.', path: adminPaths.pages, icon: FileText },
  {
    title: 'Demo Pages',
    description: 'Live demos in the gallery, with or without a password.',
    path: adminPaths.demos,
    icon: MonitorPlay,
  },
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

/** The areas that a user with the roles `userRoles` may open. */
export function cardsFor(userRoles: readonly Role[]): Card[] {
  return cards.filter(({ roles }) => roles === undefined || roles.some((role) => userRoles.includes(role)));
}
