import { formatDate, isoDate } from './dates.ts';
import { demoFields as fieldsOfDemo, type Demo, type ShownDemo } from './kinds/demo.ts';
import { addressOfReference, parseDocumentLink } from './document-link.ts';
import { toEmbed, type Embed } from './embed.ts';
import { center, focalClass, mediaOfAddress, type MediaView } from './media.ts';
import { selectHomepage, type Homepage } from './homepage.ts';
import { type Fields, namesOf } from './kinds/field.ts';
import { hasSlugs, kinds, nameOf, pathOf, type SlugKind } from './kinds/kinds.ts';
import {
  type Card,
  cardOf,
  filterOf,
  filterValue,
  filterValues,
  isListable,
  type List,
  listName,
  type ListPart,
  type ListRequest,
  type Neighbors,
  pageSizeOf,
  parseListRequest,
  partKey,
} from './lists.ts';
import { buildNavigation, menuItems, type MenuItem, type MenuPage } from './navigation.ts';
import { pageFields as fieldsOfPage, type Page } from './kinds/page.ts';
import { sitePaths } from './paths.ts';
import type { Section } from './kinds/section.ts';
import { searchStarts, servedShard, type SearchShard } from './search.ts';
import { defaultLanguage, usableAnalyticsId, type Settings } from './kinds/settings.ts';
import { fixedEntries, fixedPart, lineOf, onlyPart, type SitemapParts } from './sitemap.ts';
import type { DescribedImage, Image } from './uploads.ts';

/** All valid content at one point in time. Embeds are keyed by demo id, images by the URL used in content. */
export interface Snapshot {
  sections: ReadonlyMap<string, Section>;
  /** Published pages and demos by slug; of two documents with the same slug, the first one to use it. */
  publishedPages: ReadonlyMap<string, Page>;
  publishedDemos: ReadonlyMap<string, Demo>;
  /** The slug of every page and demo by id, published or not. */
  pageSlugs: ReadonlyMap<string, { readonly slug: string }>;
  demoSlugs: ReadonlyMap<string, { readonly slug: string }>;
  /** Published documents of further kinds, and the slug of each one, published or not: by `{kind}:{slug}` and `{kind}:{id}`. */
  entries: ReadonlyMap<string, Readonly<Record<string, unknown>> & { readonly id: string; readonly slug: string }>;
  entrySlugs: ReadonlyMap<string, { readonly slug: string }>;
  /** The parts of lists by `partKey`. */
  lists: ReadonlyMap<string, ListPart>;
  /** The documents before and after each document of an archive, by `{kind}:{slug}`. */
  neighbors: ReadonlyMap<string, Neighbors>;
  // Views for queries over many documents. An unchanged entry stays the same object, so that an edit recomputes only
  // the queries that use changed entries.
  /** Published pages that are in the menu, by slug. */
  menu: ReadonlyMap<string, MenuPage>;
  /** Published demos, by slug. */
  cards: ReadonlyMap<string, CardSource>;
  /** The entries of published pages and demos. */
  sitemap: SitemapParts;
  /** The sitemap index, one line per part. */
  sitemapIndex: readonly string[];
  /** The shards of the search index by name; empty if the site has no search. */
  search: ReadonlyMap<string, SearchShard>;
  /** The slugs of the newest pages, newest first. */
  newestPages: readonly string[];
  embeds: ReadonlyMap<string, string>;
  settings: Settings;
  images: ReadonlyMap<string, Image>;
  /** The descriptions of uploads, by the id of their document in the library. */
  media: ReadonlyMap<string, MediaView>;
  config: SiteConfig;
  /** YYYY-MM-DD: the day content last changed. */
  asOf: string;
}

export interface SiteConfig {
  /** Origin of the site if the settings contain no site URL. */
  origin: string;
  adminOrigin: string;
  embedOrigin: string;
}

export interface Site {
  /** Base of canonical URLs, without a trailing slash. */
  origin: string;
  adminOrigin: string;
  embedOrigin: string;
  branding: Settings['branding'];
  social: Settings['social_links'];
  general: Settings['general'];
  verification: { google: string | null; bing: string | null };
  /** Analytics id; null if it is missing or invalid. */
  analyticsId: string | null;
  /** BCP 47 tag of the language of the content. */
  language: string;
  hasSearch: boolean;
  hasFeed: boolean;
  /** Year in the copyright line: the year of the last content change, so that builds on different days are equal. */
  year: number;
}

// The fields of a document that templates can read. Changes to other fields do not render pages.

const pageFields = ['id', ...namesOf(fieldsOfPage, 'shown'), 'created_at', 'updated_at'] as const;

const cardFields = [
  'id',
  'heading',
  'slug',
  'meta_description',
  'og_image_url',
  'is_password_protected',
] as const satisfies (keyof Demo)[];

const menuFields = [
  'id',
  'title',
  'slug',
  'nav_label',
  'parent_id',
  'menu_order',
  'is_published',
  'show_in_menu',
] as const satisfies (keyof MenuPage)[];

const demoFields = ['id', ...namesOf(fieldsOfDemo, 'shown'), 'created_at', 'updated_at'] as const;

export interface PageView extends Pick<Page, (typeof pageFields)[number]> {
  updatedOn: string;
}

export type DemoCard = Pick<Demo, (typeof cardFields)[number]>;

/** The fields of a demo that the gallery shows and sorts by. */
export type CardSource = DemoCard & Pick<Demo, 'created_at'>;

export interface DemoView extends Pick<Demo, (typeof demoFields)[number]> {
  /** Null for protected demos: their embed never enters a static file. */
  embed: Embed | null;
}

/** The fields of a document of a further kind that its templates can read. */
export type EntryView = Readonly<Record<string, unknown>> & { readonly id: string };

/** A published document that a field links to. A page depends only on the parts that its template reads. */
export interface LinkedDocument {
  readonly id: string;
  readonly kind: SlugKind;
  readonly name: string;
  readonly path: string;
  /** The fields that templates can read. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The name of a document and its path. */
export type NamedAddress = Pick<Card, 'name' | 'path'>;

/** The content queries of templates, in `Astro.locals.content`. Each call is recorded as a dependency of the page. */
export interface Content {
  site(): Site;
  navigation(): MenuItem[];
  homepage(): Homepage;
  page(slug: string): PageView | null;
  gallery(): DemoCard[];
  demo(slug: string): DemoView | null;
  /** A published document of a further kind, by `{kind}:{slug}`; null if there is none. */
  entry(name: string): EntryView | null;
  /**
   * The cards of the published documents of a kind: a page of its archive, or the newest ones. Null if the page does not
   * exist.
   */
  list(kind: string, request?: ListRequest): List | null;
  /** The documents before and after a document of an archive, by `{kind}:{slug}`; null if there is no such document. */
  neighbors(name: string): { newer: NamedAddress | null; older: NamedAddress | null } | null;
  sitemap(): Sitemap;
  /**
   * The entries of one file of a sitemap with several files, one line each (`lineOf`); null if the file does not exist.
   */
  sitemapPart(part: string): string | null;
  /** A file of the search index; null if it does not exist. */
  searchShard(name: string): string | null;
  /** The slugs of the newest pages, newest first. */
  newestPages(): readonly string[];
  robots(): { origin: string; customRules: string | null };
  image(address: string): DescribedImage | null;
  /** A published demo by id, as texts show it; null if it does not exist or is not published. */
  shownDemo(id: string): ShownDemo | null;
  /** The current path of a page or demo (`DocumentReference`); null if it does not exist or is not published. */
  address(reference: string): string | null;
  /** The document of a link in a field, such as `page:ID`; null if it does not exist or is not published. */
  linked(link: string): LinkedDocument | null;
}

/**
 * The content of /sitemap.xml: all entries, one line each (`lineOf`), or the names of its files with their last change.
 */
export type Sitemap = { entries: string } | { parts: string };

export type QueryName = keyof Content;

type Queries = {
  [Name in QueryName]: (snapshot: Snapshot, ...args: QueryArguments<Name>) => ReturnType<Content[Name]>;
};

/** The arguments of a query as it is recorded: at most one text. A request for a list is formatted as one. */
type QueryArguments<Name extends QueryName> = Name extends 'list' ? [request: string] : Parameters<Content[Name]>;

/** Base of the site's URLs, without a trailing slash. */
export const siteOrigin = (snapshot: Pick<Snapshot, 'settings' | 'config'>): string =>
  (snapshot.settings.general.site_url ?? snapshot.config.origin).replace(/\/+$/, '');

const pick = <T extends object, Field extends keyof T>(from: T, fields: readonly Field[]): Pick<T, Field> => {
  const picked = {} as Pick<T, Field>;
  for (const field of fields) picked[field] = from[field];
  return picked;
};

/** The fields of a page that the menu needs; undefined if the page is not in the menu. */
export const menuPageOf = (page: Page): MenuPage | undefined =>
  page.show_in_menu ? pick(page, menuFields) : undefined;

export const cardSourceOf = (demo: Demo): CardSource => pick(demo, [...cardFields, 'created_at']);

const fixedOf = (snapshot: Snapshot): string =>
  fixedEntries({
    frequency: snapshot.settings.seo.sitemap_frequency,
    today: isoDate(snapshot.asOf),
    content: snapshot.settings.content,
  })
    .map(lineOf)
    .join('\n');

/** The lookups of addresses of documents. */
const addressesIn = (snapshot: Snapshot) => ({
  stored: (kind: SlugKind, id: string) =>
    kind === 'page'
      ? snapshot.pageSlugs.get(id)
      : kind === 'demo'
        ? snapshot.demoSlugs.get(id)
        : snapshot.entrySlugs.get(`${String(kind)}:${id}`),
  holder: (kind: SlugKind, slug: string): { readonly id: string; readonly slug: string } | undefined =>
    kind === 'page'
      ? snapshot.publishedPages.get(slug)
      : kind === 'demo'
        ? snapshot.publishedDemos.get(slug)
        : snapshot.entries.get(`${String(kind)}:${slug}`),
});

type Found = Readonly<Record<string, unknown>> & { readonly id: string };

const publishedAt = (snapshot: Snapshot, kind: SlugKind, slug: string): Found | undefined =>
  addressesIn(snapshot).holder(kind, slug) as object | undefined as Found | undefined;

/** The slugs of a list from its newer or older end. Only the parts that are needed are read. */
function* slugsFrom(snapshot: Snapshot, list: string, end: 'newer' | 'older'): Generator<string> {
  const partAt = (page: number | 'newest'): ListPart | undefined => snapshot.lists.get(partKey(list, page));
  if (end === 'newer') {
    let part = partAt('newest');
    while (part !== undefined) {
      yield* part.slugs.toReversed();
      part = part.older === null ? undefined : partAt(part.older);
    }
    return;
  }
  for (let page: number | null = 1; page !== null;) {
    const part: ListPart | undefined = partAt(page);
    // The last numbered page may repeat documents of the newest part.
    if (part === undefined || (part.newer === null && partAt('newest')?.older !== page)) break;
    yield* part.slugs;
    page = part.newer;
  }
  yield* partAt('newest')?.slugs ?? [];
}

function listOf(snapshot: Snapshot, argument: string): List | null {
  const { kind, request } = parseListRequest(argument);
  // A receipt may name a kind or field that no longer exists.
  if (!hasSlugs(kind) || !isListable(kinds[kind])) return null;
  const definition = kinds[kind];
  const { fields } = definition;
  const conditions = Object.entries(request.where ?? {}).flatMap(([name, value]) => {
    const field = fields[name];
    return field === undefined ? [] : [{ name, field, value: filterValue(field, value) }];
  });
  const [first, ...others] = conditions;
  const [, descending, sort = ''] = /^(-?)(.*)$/s.exec(request.sort ?? '') ?? [];
  const list = listName(kind, sort, first && filterOf(first.name, first.value));
  const cards = (slugs: Iterable<string>, limit: number): Card[] => {
    const found: Card[] = [];
    for (const slug of slugs) {
      if (found.length === limit) break;
      const document = publishedAt(snapshot, kind, slug);
      const isMeant = others.every(({ name, field, value }) => filterValues(field, document?.[name]).includes(value));
      if (document && isMeant) found.push(cardOf(definition, document, pathOf(kind, slug)));
    }
    return found;
  };
  if (request.page !== undefined) {
    const part = snapshot.lists.get(partKey(list, request.page));
    if (part === undefined) return request.page === 'newest' ? { cards: [], newer: null, older: null } : null;
    return { cards: cards(part.slugs.toReversed(), Infinity), newer: part.newer, older: part.older };
  }
  const end = sort === '' || descending === '-' ? 'newer' : 'older';
  const limit = request.limit ?? pageSizeOf(definition);
  return { cards: cards(slugsFrom(snapshot, list, end), limit), newer: null, older: null };
}

/** The implementations of `Content`, each a pure function of the snapshot. */
export const queries: Queries = {
  site: (snapshot) => ({
    origin: siteOrigin(snapshot),
    adminOrigin: snapshot.config.adminOrigin,
    embedOrigin: snapshot.config.embedOrigin,
    branding: snapshot.settings.branding,
    social: snapshot.settings.social_links,
    general: snapshot.settings.general,
    verification: {
      google: snapshot.settings.seo.google_site_verification,
      bing: snapshot.settings.seo.bing_site_verification,
    },
    analyticsId: usableAnalyticsId(snapshot.settings.ga4_id),
    language: snapshot.settings.visitors.language ?? defaultLanguage,
    hasSearch: snapshot.search.has(searchStarts),
    hasFeed: snapshot.settings.visitors.feed_enabled,
    year: Number(snapshot.asOf.slice(0, 4)),
  }),

  navigation: (snapshot) => menuItems(buildNavigation([...snapshot.menu.values()])),

  homepage: (snapshot) => selectHomepage([...snapshot.sections.values()]),

  page: (snapshot, slug) => {
    const page = snapshot.publishedPages.get(slug);
    return page ? { ...pick(page, pageFields), updatedOn: formatDate(page.updated_at) } : null;
  },

  gallery: (snapshot) =>
    [...snapshot.cards.values()]
      .sort((a, b) => (a.created_at > b.created_at ? -1 : a.created_at < b.created_at ? 1 : a.id < b.id ? -1 : 1))
      .map((demo) => pick(demo, cardFields)),

  demo: (snapshot, slug) => {
    const demo = snapshot.publishedDemos.get(slug);
    if (!demo) return null;
    const code = demo.is_password_protected ? undefined : snapshot.embeds.get(demo.id);
    return { ...pick(demo, demoFields), embed: code === undefined ? null : toEmbed(code) };
  },

  entry: (snapshot, name) => {
    const entry = snapshot.entries.get(name);
    const kind = name.slice(0, name.indexOf(':'));
    if (!entry || !hasSlugs(kind)) return null;
    const shown = namesOf<Fields, 'shown'>(kinds[kind].fields, 'shown');
    return { ...pick(entry, ['id', ...shown, 'created_at', 'updated_at']), id: entry.id };
  },

  list: listOf,

  neighbors: (snapshot, name) => {
    const [kind = '', slug = ''] = name.split(/:(.*)/s, 2);
    const found = snapshot.neighbors.get(name);
    if (!found || !hasSlugs(kind) || slug === '') return null;
    const named = (other: string | null): NamedAddress | null => {
      const document = other === null ? undefined : publishedAt(snapshot, kind, other);
      return document && other !== null
        ? { name: String(document[kinds[kind].nameField]), path: pathOf(kind, other) }
        : null;
    };
    return { newer: named(found.newer), older: named(found.older) };
  },

  sitemap: (snapshot) => {
    const only = snapshot.sitemap.get(onlyPart);
    if (only) return { entries: only.size > 0 ? `${fixedOf(snapshot)}\n${only.text}` : fixedOf(snapshot) };
    return { parts: [`${fixedPart} ${isoDate(snapshot.asOf)}`, ...snapshot.sitemapIndex].join('\n') };
  },

  sitemapPart: (snapshot, part) => {
    if (part === onlyPart) return null;
    if (part === fixedPart) return snapshot.sitemap.has(onlyPart) ? null : fixedOf(snapshot);
    return snapshot.sitemap.get(part)?.text || null;
  },

  searchShard: (snapshot, name) => {
    const shard = snapshot.search.get(name);
    return shard ? servedShard(shard) : null;
  },

  newestPages: (snapshot) => snapshot.newestPages,

  robots: (snapshot) => ({ origin: siteOrigin(snapshot), customRules: snapshot.settings.seo.robots_custom_rules }),

  image: (snapshot, address) => {
    const image = snapshot.images.get(address);
    const id = image && mediaOfAddress(address);
    const { alt = null, is_decorative = false, focal = center } = (id && snapshot.media.get(id)) || {};
    const isCentered = focalClass(focal) === '';
    // Most images are passed on as they are, so that texts with them stay cached.
    if (!image || (alt === null && !is_decorative && isCentered)) return image ?? null;
    const described = { ...image, ...(alt !== null && { alt }), ...(is_decorative && { isDecorative: true }) };
    return isCentered ? described : { ...described, focal };
  },

  shownDemo: (snapshot, id) => {
    const card = snapshot.cards.get(snapshot.demoSlugs.get(id)?.slug ?? '');
    return card?.id === id ? { ...pick(card, ['heading', 'og_image_url']), path: sitePaths.demo(card.slug) } : null;
  },

  address: (snapshot, reference) => addressOfReference(reference, addressesIn(snapshot)),

  linked: (snapshot, written) => {
    const link = parseDocumentLink(written);
    if (link === null) return null;
    const { kind, id } = link;
    const { stored, holder } = addressesIn(snapshot);
    const document = holder(kind, stored(kind, id)?.slug ?? '');
    if (document?.id !== id) return null;
    const shown = namesOf<Fields, 'shown'>(kinds[kind].fields, 'shown');
    const fields = pick(document as Readonly<Record<string, unknown>>, shown);
    return { id, kind, name: nameOf(kind, document), path: pathOf(kind, document.slug), fields };
  },
};
