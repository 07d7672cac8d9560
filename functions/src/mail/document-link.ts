import { kindOf, kinds } from '@frontage/model/kinds';
import type { About } from '@frontage/model/mail/letters';
import { adminPaths, collections } from '@frontage/model/paths';
import type { Data } from '@frontage/model/writes/write';
import { adminUrl } from '../call/admin-url.ts';

const editors: Record<string, (id: string) => string> = {
  [collections.pages]: adminPaths.page,
  [collections.demos]: adminPaths.demo,
  [collections.sections]: adminPaths.section,
};

/** A document's title in an email, from the document or its draft, and the URL of its editor. */
export function documentLinkOf(collection: string, id: string, data: Data | undefined): About {
  const kind = kindOf(collection);
  const name: unknown = kind ? data?.[kinds[kind].nameField] : `Settings: ${id.replaceAll('_', ' ')}`;
  const path = editors[collection]?.(encodeURIComponent(id)) ?? adminPaths.settings;
  return {
    name: typeof name === 'string' && name !== '' ? name : id,
    link: adminUrl(path),
  };
}
