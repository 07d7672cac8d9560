import { adminPaths, sitePaths } from '@frontage/model/paths';
import { editorPath, type Kind, kindNames, kinds } from '@frontage/model/kinds/kinds';
import { canCreate, type Viewer } from '@frontage/model/permissions';
import type { Role } from '@frontage/model/user';
import { CornerDownRight, ExternalLink, type Icon, Keyboard, LogOut, Moon, Plus, Sun, SunMoon, UserPlus } from '#icons';
import type { ColorMode } from '../../ui/browser.ts';
import { kindLookOf } from '../../editing/kind-looks.ts';
import { accountDestination, destinationsFor } from '../navigation.ts';

export interface Command {
  /** Distinguishes commands with the same label. */
  key?: string;
  label: string;
  /** A second line. */
  detail?: string;
  icon: Icon;
  keywords?: string;
  /** Equivalent shortcut. */
  keys?: readonly string[];
  run(): void;
}

interface CommandActions {
  go(path: string): void;
  openSite(path: string): void;
  setColorMode(mode: ColorMode): void;
  openSheet(): void;
}

const hasNoAddress = (kind: Kind): boolean => kinds[kind].address === null;

/** All kinds: those with an address first, because most new documents are theirs. */
const creatable = kindNames.toSorted((a, b) => Number(hasNoAddress(a)) - Number(hasNoAddress(b)));

/** The commands available to a user of a site with the kinds `onSite` on every screen. */
export function listCommands(viewer: Viewer, onSite: readonly Kind[], actions: CommandActions): Command[] {
  const { roles } = viewer;
  const holds = (...wanted: Role[]) => wanted.some((role) => roles.includes(role));
  const when = (allowed: boolean, command: Command): Command[] => (allowed ? [command] : []);
  return [
    ...[...destinationsFor(roles, onSite), accountDestination].map(({ label, path, icon, key }) => ({
      label: `Go to ${label}`,
      icon,
      ...(key !== undefined && { keys: ['g', key] }),
      run: () => actions.go(path),
    })),
    ...creatable
      .filter((kind) => onSite.includes(kind) && canCreate(kind, viewer))
      .map((kind) => ({
        label: `New ${kinds[kind].label.toLowerCase()}`,
        keywords: `create add ${kindLookOf(kind).keywords}`,
        icon: Plus,
        run: () => actions.go(editorPath(kind, 'new')),
      })),
    ...when(holds('admin'), {
      label: 'Invite user',
      keywords: 'people person team',
      icon: UserPlus,
      run: () => actions.go(`${adminPaths.users}?invite=1`),
    }),
    ...when(holds('admin'), {
      label: 'Redirects',
      keywords: 'addresses moved old lead settings',
      icon: CornerDownRight,
      run: () => actions.go(adminPaths.redirects),
    }),
    {
      label: 'View site',
      keywords: 'open public home',
      icon: ExternalLink,
      run: () => actions.openSite(sitePaths.home),
    },
    { label: 'Use the dark theme', keywords: 'theme mode night', icon: Moon, run: () => actions.setColorMode('dark') },
    { label: 'Use the light theme', keywords: 'theme mode day', icon: Sun, run: () => actions.setColorMode('light') },
    {
      label: 'Use the system theme',
      keywords: 'theme mode auto',
      icon: SunMoon,
      run: () => actions.setColorMode('system'),
    },
    { label: 'Keyboard shortcuts', keywords: 'keys help', icon: Keyboard, keys: ['?'], run: actions.openSheet },
    { label: 'Sign out', keywords: 'log out leave', icon: LogOut, run: () => actions.go(adminPaths.signOut) },
  ];
}
