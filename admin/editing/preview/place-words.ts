import { adminPaths } from '@frontage/model/paths';
import type { PreviewCollection } from '@frontage/model/preview';
import type { Place } from './place.ts';

const tabs: Readonly<Record<string, string>> = { ga4_id: 'analytics', social_links: 'social', security: 'general' };

// The tab in which a setting is edited.
const tabOf = (key: string): string => tabs[key] ?? key;

const editors: Record<PreviewCollection, (id: string) => string> = {
  pages: adminPaths.page,
  demos: adminPaths.demo,
  sections: adminPaths.section,
  settings: (key) => `${adminPaths.settings}?tab=${tabOf(key)}`,
};

/** The path of the editor of a document or setting. */
export const editorOf = ({ collection, id }: Pick<Place, 'collection' | 'id'>): string => editors[collection](id);

/** The kind of document that a place belongs to, in a sentence. */
export const ownerPhrases: Record<PreviewCollection, string> = {
  pages: 'another page',
  demos: 'a demo',
  sections: 'a section of the homepage',
  settings: 'the settings',
};
