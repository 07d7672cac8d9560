import { type PreviewCollection, previewed } from '@frontage/model/preview';
import { adminPaths } from '@frontage/model/paths';
import { draftData } from '@frontage/model/draft';
import { editorPath, kinds, type Savable } from '@frontage/model/kinds/kinds';
import { useMemo } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** The name of each kind's collection in the pipeline and in preview marks. */
export const previewCollections = Object.fromEntries(
  Object.entries(previewed).map(([collection, kind]) => [kind, collection]),
) as Record<Savable, PreviewCollection>;

/** The document and field of a text or picture on the site. */
export interface Place {
  collection: PreviewCollection;
  id: string;
  field: string;
}

export const markOf = ({ collection, id, field }: Place): string => `${collection}/${id}/${field}`;

/** The place in a preview's mark; null for an invalid one. */
export function placeOf(mark: string): Place | null {
  const [name, id, field, ...rest] = mark.split('/');
  const collection = name !== undefined && Object.hasOwn(previewed, name) ? (name as PreviewCollection) : null;
  return collection && id && field && rest.length === 0 ? { collection, id, field } : null;
}

const tabs: Readonly<Record<string, string>> = {
  ga4_id: 'analytics',
  social_links: 'social',
  security: 'general',
  visitors: 'general',
  content: 'general',
};

// The tab in which a setting is edited.
const tabOf = (key: string): string => tabs[key] ?? key;

/** The path of the editor of a document or setting. */
export function editorOf({ collection, id }: Pick<Place, 'collection' | 'id'>): string {
  const kind = previewed[collection];
  return kind === 'setting' ? `${adminPaths.settings}?tab=${tabOf(id)}` : editorPath(kind, id);
}

/** The kind of document that a place belongs to, in a sentence. */
export const ownerPhrase = (collection: PreviewCollection): string =>
  owners[collection] ?? `another ${kindNoun(previewed[collection])}`;

const owners: { readonly [Collection in PreviewCollection]?: string } = {
  demos: 'a demo',
  sections: 'a section of the homepage',
  settings: 'the settings',
};

const kindNoun = (kind: Savable): string => (kind === 'setting' ? kind : kinds[kind].nouns.one);

/** Form values in the format that the pipeline renders. */
export interface Previewed {
  collection: PreviewCollection;
  id: string;
  data: Record<string, unknown>;
}

/** A launch as the pipeline previews it, by its id. */
export interface PreviewedLaunch {
  launch: string;
}

/** Converts the values of a form, including a demo's embed code, but never a password. */
export const previewedOf = (kind: Savable, id: string, values: Readonly<Record<string, unknown>>): Previewed => ({
  collection: previewCollections[kind],
  id,
  data: { ...draftData(kind, values), ...(kind === 'demo' && { embed_code: values['iframe_url'] }) },
});

/** The form values that a preview follows. */
export interface PreviewSource {
  /** The current values. */
  read(): Previewed;
  /** Calls `onChange` for every change until the returned function is called. */
  subscribe(onChange: () => void): () => void;
}

/** A source that is stable while the document is the same. */
export function usePreviewSource<Input extends FieldValues, Fields>(
  kind: Savable,
  id: string,
  form: UseFormReturn<Input, unknown, Fields>,
): PreviewSource {
  return useMemo(
    () => ({
      read: () => previewedOf(kind, id, form.getValues()),
      subscribe: (onChange) => form.subscribe({ formState: { values: true }, callback: onChange }),
    }),
    [form, id, kind],
  );
}
