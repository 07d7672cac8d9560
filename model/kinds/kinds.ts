import type { z } from 'zod';
import { demo } from './demo.ts';
import { blankOf, type FieldType } from './field.ts';
import { inCurrentShape } from './field-changes.ts';
import type { Archive, KindDefinition, Policy } from './kind.ts';
import { type ArchiveAddress, archiveAddress } from '../lists.ts';
import { news } from './news.ts';
import { page } from './page.ts';
import { collections } from '../paths.ts';
import { section } from './section.ts';
import type { Settings } from './settings.ts';

/**
 * The kinds of content that staff edit one document at a time. A new kind is one file and its name in this list, whose
 * order is that of the menu.
 */
const registered = { section, page, demo, news } as const satisfies Readonly<Record<string, KindDefinition>>;

type Registered = typeof registered;

export type Kind = keyof Registered;

/** The fields of a kind. */
export type FieldsOf<K extends Kind> = Registered[K]['fields'];

/** The name of a kind's documents in requests, edit marks and paths of the admin. */
export type PluralOf<K extends Kind> = Registered[K]['plural'];

/** A document of each kind. */
export type KindDocuments = { [K in Kind]: z.output<Registered[K]['schema']> & { id: string } };

/** The collection of a kind. */
export type CollectionOf<K extends Kind> = Registered[K]['collection'];

/** The names of the collections of kinds. */
export type KindCollection = CollectionOf<Kind>;

/** A document of each collection of a kind. */
export type DocumentsByCollection = { [K in Kind as Registered[K]['collection']]: KindDocuments[K] };

/** The kinds whose documents have slugs. The name of a kind is the namespace of its slugs. */
export type SlugKind = { [K in Kind]: Registered[K]['address'] extends null ? never : K }[Kind];

export interface KindDescription extends KindDefinition {
  collection: KindCollection;
  /** Values for fields that are missing or have the wrong type. */
  fallback: Readonly<Record<string, unknown>>;
}

const unknownOrigin = { rev: 0, created_at: '', created_by: '', updated_at: '', updated_by: '' };

/** All kinds, in the order of their table. */
export const kindNames = Object.keys(registered) as readonly Kind[];

export const kinds = Object.fromEntries(
  Object.entries(registered).map(([kind, definition]) => [
    kind,
    { ...definition, fallback: { ...blankOf(definition.fields), ...unknownOrigin } },
  ]),
) as unknown as Record<Kind, KindDescription>;

/** The collections of all kinds. */
export const kindCollections = kindNames.map((kind) => kinds[kind].collection);

/** The stored fields of a document in the current shape of its kind; those of a setting have no other. */
export const currentFields = <Data extends Readonly<Record<string, unknown>>>(kind: Savable, data: Data): Data =>
  kind === 'setting' ? data : (inCurrentShape(kinds[kind], data) as Data);

/** The title or heading of a document. */
export const nameOf = (kind: Kind, document: object): string => String(Reflect.get(document, kinds[kind].nameField));

/** The noun of a kind as the first word of a line: 'Page'. */
export const capitalized = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1);

/** The kind of documents in `collection`; null for other collections. */
export const kindOf = (collection: string): Kind | null =>
  kindNames.find((kind) => kinds[kind].collection === collection) ?? null;

/** Whether the site has documents of a kind. */
export function isOn(kind: Kind, content: Settings['content']): boolean {
  const { switchedBy } = kinds[kind];
  return switchedBy === undefined || content[switchedBy];
}

/** The units that can be saved: a document of a kind, or one setting. */
export type Savable = Kind | 'setting';

/** The collection of documents of a kind, or of settings. */
export const collectionOf = (kind: Savable): KindCollection | typeof collections.settings =>
  kind === 'setting' ? collections.settings : kinds[kind].collection;

/** The policy of documents of a kind, or of settings. */
export const policyOf = (kind: Savable): Policy => (kind === 'setting' ? 'admin' : kinds[kind].policy);

/** Whether documents of a kind have slugs. */
export const hasSlugs = (kind: string): kind is SlugKind =>
  Object.hasOwn(kinds, kind) && kinds[kind as Kind].address !== null;

/** The kinds whose documents have slugs, in the order of the sitemap. */
export const slugKinds: readonly SlugKind[] = kindNames
  .filter(hasSlugs)
  .sort((one, other) => registered[other].address.priority - registered[one].address.priority);

/** The namespace of the slugs of a kind; null if its documents have none. */
export const slugKindOf = (kind: Savable): SlugKind | null => (hasSlugs(kind) ? kind : null);

/** The canonical path of the document of a kind with a slug. */
export const pathOf = (kind: SlugKind, slug: string): string => registered[kind].address.prefixes[0] + slug;

/** The paths of the document of a kind with a slug, the canonical one first. */
export const pathsOf = (kind: SlugKind, slug: string): string[] =>
  registered[kind].address.prefixes.map((prefix) => prefix + slug);

/** The first part of the addresses of a kind, without slashes: `news` for `/news/launch`. */
export const firstSegment = (kind: SlugKind): string => pathOf(kind, '').split('/')[1] ?? '';

/** The kind whose addresses may have the slug as first part: `/about`. */
export const shortKind: SlugKind | null =
  slugKinds.find((kind) => registered[kind].address.prefixes.some((prefix) => prefix === '/')) ?? null;

/** The kinds that a value of the setting `content` switches on. */
export const switchedOn = (content: Readonly<Record<string, unknown>>): SlugKind[] =>
  slugKinds.filter((kind) => content[kinds[kind].switchedBy ?? ''] === true);

/** The kind and slug at a canonical path; null if no kind has such paths. */
export function slugAt(path: string): { kind: SlugKind; slug: string } | null {
  const kind = slugKinds.find((one) => path.startsWith(registered[one].address.prefixes[0]));
  return kind === undefined ? null : { kind, slug: path.slice(registered[kind].address.prefixes[0].length) };
}

/** The kinds whose documents may be at a path, also at one that is not canonical, each with the slug of that document. */
export const documentsAt = (path: string): { kind: SlugKind; slug: string }[] =>
  slugKinds.flatMap((kind) =>
    registered[kind].address.prefixes.flatMap((prefix) => {
      const slug = path.startsWith(prefix) ? path.slice(prefix.length) : '';
      return slug === '' || slug.includes('/') ? [] : [{ kind, slug }];
    }),
  );

/** A kind with an archive, and the page or feed of it at a path; null if no archive has such a path. */
export function archiveAt(path: string): { kind: SlugKind; archive: Archive; address: ArchiveAddress } | null {
  for (const kind of slugKinds) {
    const { archive, address } = kinds[kind];
    const prefix = address?.prefixes[0] ?? '';
    const isBelow = `${path}/`.startsWith(prefix) && path !== prefix;
    const found = archive && isBelow ? archiveAddress(path.slice(prefix.length)) : null;
    if (archive === undefined || found === null) continue;
    return { kind, archive, address: found };
  }
  return null;
}

/** The path of a page of a kind's archive, or of one of its tags; null if the kind has none. */
export function archivePath(kind: string, { page, tag }: Exclude<ArchiveAddress, 'feed'>): string | null {
  if (!hasSlugs(kind) || kinds[kind].archive === undefined) return null;
  const [prefix] = registered[kind].address.prefixes;
  const list = tag === null ? prefix.replace(/\/$/, '') : `${prefix}tag/${tag}`;
  return page === 'newest' ? list : `${list}/page/${String(page)}`;
}

/** The path of the feed of a kind's archive; null if it has none. */
export const feedPath = (kind: SlugKind): string | null =>
  kinds[kind].archive?.feed === true ? `${registered[kind].address.prefixes[0]}feed.xml` : null;

/** The path of the editor of a document in the admin; that of a new one for the id `new`. */
export const editorPath = (kind: Kind, id: string): string => `${kinds[kind].adminPath}/${encodeURIComponent(id)}`;

/** Whether documents of a kind have embed code and possibly a password, in companion documents. */
export const hasEmbed = (kind: Savable): boolean => kind !== 'setting' && kinds[kind].hasEmbed === true;

/** The kind whose documents have embed code; null if there is none. */
export const embedKind: Kind | null = kindNames.find(hasEmbed) ?? null;

/** The slug suggested for a name; empty if no letter of it can be in a slug. */
export const slugFromName = (kind: SlugKind, name: string): string => registered[kind].address.slugFrom(name);

/** The field by which documents are ordered; undefined for kinds without an order. */
export const orderFieldOf = (kind: Kind): string | undefined => fieldsOfType(kinds[kind].collection, ['order'])[0];

/** The names of the fields of some types in documents of a collection; none if the collection has no kind. */
export function fieldsOfType(collection: string, types: readonly FieldType[]): string[] {
  const kind = kindOf(collection);
  const fields = kind === null ? [] : Object.entries(kinds[kind].fields);
  return fields.flatMap(([name, { type }]) => (types.includes(type) ? [name] : []));
}
