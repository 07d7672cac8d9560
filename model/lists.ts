import { type Field, type Fields, namesOf } from './kinds/field.ts';
import type { Archive, KindDefinition } from './kinds/kind.ts';
import { foldTag } from './slug.ts';

// The lists of published documents on the site. Each list is kept in parts, so that an edit changes only the parts that
// contain the document.

/** A request of templates for the cards of a kind. */
export interface ListRequest {
  /** Only documents whose fields have these values, or contain them. The fields must be `filtered`. */
  where?: Readonly<Record<string, string | number | boolean>>;
  /** A field that is `sorted`: ascending, or descending as `-field`. By default the order of the archive, newest first. */
  sort?: string;
  /** The number of cards without a page; the page size of the kind by default. */
  limit?: number;
  /** A page of the archive, numbered from the oldest, or the newest entries, which have no number. */
  page?: number | 'newest';
}

/** The fields of a document that lists on the site show. */
export interface Card {
  id: string;
  path: string;
  name: string;
  /** The first text on cards besides the name; null if it is empty. */
  summary: string | null;
  /** The address of the first image on cards; null if it is empty. */
  image: string | null;
  /** The calendar date by which the archive is sorted; null if it is empty or sorted otherwise. */
  date: string | null;
  /** All fields that are on cards, and the tags of the archive, by name. */
  fields: Readonly<Record<string, unknown>>;
}

/** The answer to a request for cards. */
export interface List {
  cards: readonly Card[];
  /** The numbers of the next pages of an archive; null if there is none, and for lists that are not pages. */
  newer: number | null;
  older: number | null;
}

/** Documents of a list in its order: those of a page, or the first or last of the list. */
export interface ListPart {
  slugs: readonly string[];
  newer: number | null;
  older: number | null;
}

/** The documents before and after a document in the archive, by slug. */
export interface Neighbors {
  newer: string | null;
  older: string | null;
}

/** The size of a page of kinds that do not state one. */
const defaultPageSize = 10;

type Listable = Pick<KindDefinition, 'fields' | 'nameField' | 'archive'>;

export const pageSizeOf = ({ archive }: Pick<KindDefinition, 'archive'>): number =>
  archive?.pageSize ?? defaultPageSize;

/** Whether lists on the site can show documents of a kind. */
export const isListable = ({ fields }: Pick<KindDefinition, 'fields'>): boolean =>
  namesOf<Fields, 'card'>(fields, 'card').length > 0;

/** The orders of a kind's lists by name, each with the field that it sorts by. The order of the archive has no name. */
export const ordersOf = ({ fields, archive }: Listable): readonly { name: string; field: string }[] => [
  { name: '', field: archive?.sort ?? 'created_at' },
  ...namesOf<Fields, 'sorted'>(fields, 'sorted').map((field) => ({ name: field, field })),
];

/** The name of a list: kind, order and filter. */
export const listName = (kind: string, order: string, filter = ''): string => `${kind}/${order}/${filter}`;

/** The key of a part of a list. */
export const partKey = (list: string, page: number | 'newest'): string => `${list}#${String(page)}`;

/** The list and page of a part's key. */
export function parsePartKey(key: string): { kind: string; order: string; filter: string; page: number | 'newest' } {
  const [kind = '', order = ''] = key.split('/', 2);
  const hash = key.lastIndexOf('#');
  const page = key.slice(hash + 1);
  const filter = key.slice(kind.length + order.length + 2, hash);
  return { kind, order, filter, page: page === 'newest' ? page : Number(page) };
}

/** The filter for a field with a value. */
export const filterOf = (field: string, value: string): string => `${field}=${value}`;

/** The values by which `where` finds a document in a field. */
export function filterValues({ type }: Field, value: unknown): string[] {
  if (type === 'tags') return Array.isArray(value) ? value.map((tag) => foldTag(String(tag))) : [];
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((one) => (['string', 'number', 'boolean'].includes(typeof one) ? [String(one)] : []));
}

/** The value of `where` as filters contain it. Tags that fold to one address are one tag. */
export const filterValue = ({ type }: Field, value: string | number | boolean): string =>
  type === 'tags' ? foldTag(String(value)) : String(value);

/** The filters of all lists that contain a document. */
export function filtersFor({ fields }: Listable, document: object): string[] {
  const filters = namesOf<Fields, 'filtered'>(fields, 'filtered').flatMap((name) => {
    const field = fields[name];
    const values = field === undefined ? [] : filterValues(field, Reflect.get(document, name));
    return values.map((value) => filterOf(name, value));
  });
  return ['', ...new Set(filters)];
}

/** Compares two documents by a field: smaller values first, empty ones before all others, equal ones by id. */
export function compareBy(field: string): (one: Identified, other: Identified) => number {
  return (one, other) => {
    const left: unknown = Reflect.get(one, field);
    const right: unknown = Reflect.get(other, field);
    if (left !== right) {
      const [isLeftEmpty, isRightEmpty] = [left === null || left === undefined, right === null || right === undefined];
      if (isLeftEmpty || isRightEmpty) {
        if (!isRightEmpty) return -1;
        if (!isLeftEmpty) return 1;
      } else if ((left as string) < (right as string)) return -1;
      else if ((left as string) > (right as string)) return 1;
    }
    return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
  };
}

interface Identified {
  readonly id: string;
}

/** The card of a document at a path. */
export function cardOf({ fields, nameField, archive }: Listable, document: Identified, path: string): Card {
  const valueOf = (name: string | undefined): unknown => (name === undefined ? null : Reflect.get(document, name));
  const textAt = (name: string | undefined): string | null => {
    const value = valueOf(name);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const names = namesOf<Fields, 'card'>(fields, 'card');
  const first = (...types: Field['type'][]): string | undefined =>
    names.find((name) => name !== nameField && types.includes(fields[name]?.type ?? 'switch'));
  const sort = archive?.sort;
  return {
    id: document.id,
    path,
    name: textAt(nameField) ?? '',
    summary: textAt(first('text')),
    image: textAt(first('image')),
    date: sort !== undefined && fields[sort]?.type === 'date' ? textAt(sort) : null,
    fields: Object.fromEntries([...names, archive?.tags ?? []].flat().map((name) => [name, valueOf(name) ?? null])),
  };
}

/** A request as the argument of its query: `news?page=2&where.tags=launch`. Equal requests have equal arguments. */
export function formatListRequest(kind: string, { where = {}, sort, limit, page }: ListRequest): string {
  const parameters = new URLSearchParams();
  const set = (name: string, value: string | number | undefined): void => {
    if (value !== undefined) parameters.set(name, String(value));
  };
  set('page', page);
  set('limit', limit);
  set('sort', sort);
  for (const name of Object.keys(where).sort()) set(`where.${name}`, String(where[name]));
  const query = parameters.toString();
  return query === '' ? kind : `${kind}?${query}`;
}

/** Parses the argument of a query. */
export function parseListRequest(argument: string): { kind: string; request: ListRequest } {
  const [kind = '', query = ''] = argument.split(/\?(.*)/s, 2);
  const parameters = new URLSearchParams(query);
  const [page, limit, sort] = ['page', 'limit', 'sort'].map((name) => parameters.get(name));
  const where = [...parameters].flatMap(([name, value]): [string, string][] =>
    name.startsWith('where.') ? [[name.slice('where.'.length), value]] : [],
  );
  return {
    kind,
    request: {
      where: Object.fromEntries(where),
      ...(sort != null && { sort }),
      ...(limit != null && { limit: Number(limit) }),
      ...(page != null && { page: page === 'newest' ? page : Number(page) }),
    },
  };
}

/** Why a kind cannot answer a request; null if it can. */
export function requestProblem(kind: string, definition: Listable | undefined, request: ListRequest): string | null {
  if (definition === undefined || !isListable(definition)) return `The kind "${kind}" has no fields on cards`;
  const { fields } = definition;
  const unknown = Object.keys(request.where ?? {}).find((name) => fields[name]?.filtered !== true);
  if (unknown !== undefined) return `The field "${unknown}" of "${kind}" is not filtered`;
  const sort = request.sort?.replace(/^-/, '');
  if (sort !== undefined && fields[sort]?.sorted !== true) return `The field "${sort}" of "${kind}" is not sorted`;
  const { page, limit } = request;
  if (page !== undefined && (sort !== undefined || limit !== undefined || Object.keys(request.where ?? {}).length > 1))
    return `A page of "${kind}" has the order and size of its archive, and at most one filter`;
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0)) return 'A limit is a whole number of at least 1';
  return null;
}

/** An address of an archive: a page of it or of a tag, or the feed. */
export type ArchiveAddress = { page: number | 'newest'; tag: string | null } | 'feed';

/** The part of an archive at a path below the prefix of its kind, such as `tag/launch/page/2`; null for other paths. */
export function archiveAddress(rest: string): ArchiveAddress | null {
  if (rest === 'feed.xml') return 'feed';
  const [match, tag = null, page] = /^(?:tag\/([a-z0-9-]+))?(?:(?:^|\/)page\/([1-9][0-9]*))?$/.exec(rest) ?? [];
  return match === undefined ? null : { tag, page: page === undefined ? 'newest' : Number(page) };
}

/** The filter of a page of an archive: that of its tag, or none. */
export const archiveFilter = ({ tags = '' }: Archive, tag: string | null): string =>
  tag === null ? '' : filterOf(tags, tag);

/** The page of an archive that shows a part of a list; null for lists that are no archive. */
export function archivePageOf(
  { tags = '' }: Archive,
  { order, filter, page }: ReturnType<typeof parsePartKey>,
): Exclude<ArchiveAddress, 'feed'> | null {
  if (order !== '') return null;
  if (filter === '') return { tag: null, page };
  const start = filterOf(tags, '');
  return tags !== '' && filter.startsWith(start) ? { tag: filter.slice(start.length), page } : null;
}
