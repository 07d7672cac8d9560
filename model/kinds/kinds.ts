import type { z } from 'zod';
import { demoDocument, demoFields, newDemo, type Demo } from './demo.ts';
import type { Fields, FieldType } from './field.ts';
import { newPage, pageDocument, pageFields, type Page } from './page.ts';
import { adminPaths, collections, type SlugKind } from '../paths.ts';
import { newSection, sectionDocument, sectionFields, type Section } from './section.ts';

/** The three kinds of content that staff edit one document at a time. */
export interface KindDocuments {
  section: Section;
  page: Page;
  demo: Demo;
}

export type Kind = keyof KindDocuments;

/** The name of a policy in `model/permissions.ts`: the rights of each role on the documents. */
export type Policy = 'articles' | 'sections' | 'admin';

interface KindDescription {
  /** The noun for one document and for several, in sentences: 'page', 'pages'. */
  nouns: { one: string; many: string };
  /** The noun in lists with documents of all kinds, with a capital letter. */
  label: string;
  /** The title and description of its list. */
  title: string;
  description: string;
  /** The name of its list in the menu of the admin. */
  area: string;
  /** The path of the list in the admin, below which each document has its editor. */
  adminPath: string;
  /** The field with the document's name. */
  nameField: 'title' | 'heading';
  collection: 'homepage_sections' | 'pages' | 'demo_pages';
  policy: Policy;
  fields: Fields;
  schema: z.ZodObject<Readonly<Record<string, z.ZodType>>>;
  /** Values for fields that are missing or have the wrong type. */
  fallback: Readonly<Record<string, unknown>>;
  /** The namespace in which its slugs are reserved; null for documents without slugs. */
  slugKind: SlugKind | null;
}

const unknownOrigin = { rev: 0, created_at: '', created_by: '', updated_at: '', updated_by: '' };

export const kinds: Record<Kind, KindDescription> = {
  section: {
    nouns: { one: 'section', many: 'sections' },
    label: 'Homepage section',
    title: 'Homepage Sections',
    description: 'The hero and the blocks below it.',
    area: 'Homepage',
    adminPath: adminPaths.homepage,
    nameField: 'title',
    collection: collections.sections,
    policy: 'sections',
    fields: sectionFields,
    schema: sectionDocument,
    fallback: { ...newSection, section_key: '', ...unknownOrigin },
    slugKind: null,
  },
  page: {
    nouns: { one: 'page', many: 'pages' },
    label: 'Page',
    title: 'Pages',
    description: 'Content pages and their place in the menu.',
    area: 'Pages',
    adminPath: adminPaths.pages,
    nameField: 'title',
    collection: collections.pages,
    policy: 'articles',
    fields: pageFields,
    schema: pageDocument,
    fallback: { ...newPage, ...unknownOrigin },
    slugKind: 'page',
  },
  demo: {
    nouns: { one: 'demo', many: 'demos' },
    label: 'Demo',
    title: 'Demo Pages',
    description: 'Live demos in the gallery, with or without a password.',
    area: 'Demos',
    adminPath: adminPaths.demos,
    nameField: 'heading',
    collection: collections.demos,
    policy: 'articles',
    fields: demoFields,
    schema: demoDocument,
    fallback: { ...newDemo, ...unknownOrigin },
    slugKind: 'demo',
  },
};

/** The title or heading of a document. */
export const nameOf = (kind: Kind, document: object): string => String(Reflect.get(document, kinds[kind].nameField));

/** All kinds, in the order of their table. */
export const kindNames = Object.keys(kinds) as readonly Kind[];

/** The path of the editor of a document in the admin; that of a new one for the id `new`. */
export const editorPath = (kind: Kind, id: string): string => `${kinds[kind].adminPath}/${encodeURIComponent(id)}`;

/** The noun of a kind as the first word of a line: 'Page'. */
export const capitalized = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1);

/** The kind of documents in `collection`; null for other collections. */
export const kindOf = (collection: string): Kind | null =>
  kindNames.find((kind) => kinds[kind].collection === collection) ?? null;

/** The units that can be saved: a document of a kind, or one setting. */
export type Savable = Kind | 'setting';

/** The collection of documents of a kind, or of settings. */
export const collectionOf = (kind: Savable): KindDescription['collection'] | typeof collections.settings =>
  kind === 'setting' ? collections.settings : kinds[kind].collection;

/** The policy of documents of a kind, or of settings. */
export const policyOf = (kind: Savable): Policy => (kind === 'setting' ? 'admin' : kinds[kind].policy);

/** The namespace of the slugs of a kind; null if its documents have none. */
export const slugKindOf = (kind: Savable): SlugKind | null => (kind === 'setting' ? null : kinds[kind].slugKind);

/** The names of the fields of some types in documents of a collection; none if the collection has no kind. */
export function fieldsOfType(collection: string, types: readonly FieldType[]): string[] {
  const kind = kindOf(collection);
  const fields = kind === null ? [] : Object.entries(kinds[kind].fields);
  return fields.flatMap(([name, { type }]) => (types.includes(type) ? [name] : []));
}
