import type { Problem } from '@frontage/model/build-state';
import { adminPaths, collections } from '@frontage/model/paths';
import { fieldLabel } from '@frontage/model/field-labels';

/** What keeps something off the site, as staff read it: where to mend it, if that is on a screen, and why. */
export interface LeftOut {
  name: string;
  to: string | null;
  reason: string;
}

const screens: Record<string, { noun: string; to: (id: string) => string }> = {
  [collections.sections]: { noun: 'Homepage section', to: adminPaths.section },
  [collections.pages]: { noun: 'Page', to: adminPaths.page },
  [collections.demos]: { noun: 'Demo', to: adminPaths.demo },
  [collections.demoEmbeds]: { noun: 'Demo', to: adminPaths.demo },
  [collections.settings]: { noun: 'Settings', to: () => adminPaths.settings },
};

export function leftOut({ document, field, message }: Problem): LeftOut {
  const reason = field === null ? message : `${fieldLabel(document, field)}: ${message}`;
  const [collection = '', ...rest] = document.split('/');
  const screen = Object.hasOwn(screens, collection) ? screens[collection] : undefined;
  const id = rest.join('/');
  // A route of the site is told by its path.
  if (!screen) return { name: document, to: null, reason };
  return { name: `${screen.noun} ${id}`, to: screen.to(id), reason };
}
