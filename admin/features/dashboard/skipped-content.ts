import type { Problem } from '@frontage/model/build-state';
import { adminPaths, collections } from '@frontage/model/paths';
import { fieldLabel } from '@frontage/model/field-labels';

/** A problem that keeps a document off the site: the reason, and the screen to fix it, if there is one. */
export interface SkippedContent {
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

export function skippedContent({ document, field, message }: Problem): SkippedContent {
  const reason = field === null ? message : `${fieldLabel(document, field)}: ${message}`;
  const [collection = '', ...rest] = document.split('/');
  const screen = Object.hasOwn(screens, collection) ? screens[collection] : undefined;
  const id = rest.join('/');
  // Routes of the site are named by their path.
  if (!screen) return { name: document, to: null, reason };
  return { name: `${screen.noun} ${id}`, to: screen.to(id), reason };
}
