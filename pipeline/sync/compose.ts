import type { Problem } from '@frontage/model/build-state';
import { cardSourceOf, menuPageOf, type CardSource } from '@frontage/model/content';
import type { Demo } from '@frontage/model/kinds/demo';
import { invalid } from '@frontage/model/messages';
import { pagesInCycles, type MenuPage } from '@frontage/model/navigation';
import type { Page } from '@frontage/model/kinds/page';
import { type ContentCollection, contentCollections } from '@frontage/model/content-collections';
import {
  hasSlugs,
  isOn,
  type KindDocuments,
  kindOf,
  kinds,
  pathOf,
  type SlugKind,
  slugKinds,
} from '@frontage/model/kinds/kinds';
import { collections, sitePaths } from '@frontage/model/paths';
import type { Section } from '@frontage/model/kinds/section';
import { serverLimits } from '@frontage/model/limits';
import { defaultSettings, type Settings } from '@frontage/model/kinds/settings';
import {
  changedIndex,
  changedParts,
  documentEntry,
  lineOf,
  noSitemap,
  type SitemapParts,
} from '@frontage/model/sitemap';
import { changedKeys, patchMap } from './patched-map.ts';
import { type ComposedLists, composeLists, noLists } from './compose-lists.ts';
import { SiteSearch } from './site-search.ts';
import {
  applyClaimChanges,
  type Claimant,
  type Claims,
  composeAddresses,
  type ComposedAddresses,
  noAddresses,
  noClaims,
} from './compose-addresses.ts';
import type { ValueOf } from './validate.ts';

/** The newest usable version of each document, by id. */
export type Values = { readonly [C in ContentCollection]: ReadonlyMap<string, ValueOf[C]> };

export interface ContentProblem extends Problem {
  /** Whether the whole document is excluded rather than one field. */
  excludes: boolean;
}

/** The consistent content of the site: no two documents share an address, and every published demo has embed code. */
export interface Composition {
  values: Values;
  sections: ReadonlyMap<string, Section>;
  pages: ComposedPages;
  demos: ComposedDemos;
  further: ComposedFurther;
  /** The published documents of each kind, by slug. */
  published: PublishedDocuments;
  lists: ComposedLists;
  /** Why documents are excluded, or fields ignored. */
  problems: readonly ContentProblem[];
  sitemap: SitemapParts;
  sitemapIndex: readonly string[];
  search: SiteSearch;
  /** The slugs of the newest pages, newest first; empty if the site has no feed. */
  newestPages: readonly string[];
  addresses: ComposedAddresses;
  settings: Settings;
}

interface ComposedPages {
  claims: Claims<Page>;
  /** By slug. */
  published: ReadonlyMap<string, Page>;
  /** Published pages in the menu, by slug. */
  menu: ReadonlyMap<string, MenuPage>;
  /** The parent's id of each page that has one, by id. */
  parents: ReadonlyMap<string, string>;
  cycles: readonly ContentProblem[];
  problems: readonly ContentProblem[];
}

interface ComposedDemos {
  claims: Claims<Demo>;
  /** By slug. */
  published: ReadonlyMap<string, Demo>;
  /** The gallery cards of published demos, by slug. */
  cards: ReadonlyMap<string, CardSource>;
  /** Published demos without embed code, by id. */
  bare: ReadonlyMap<string, Demo>;
  /** Embed code of published demos without a password, by demo id. */
  embeds: ReadonlyMap<string, string>;
  problems: readonly ContentProblem[];
}

/** The kinds besides pages and demos. */
interface ComposedFurther {
  /** By kind. */
  claims: Readonly<Record<string, Claims<Claimant>>>;
  /** Published documents by `{kind}:{slug}`. */
  entries: ReadonlyMap<string, Claimant & Readonly<Record<string, unknown>>>;
  /** The slug of every document, by `{kind}:{id}`. */
  slugs: ReadonlyMap<string, { slug: string }>;
  problems: readonly ContentProblem[];
}

type PublishedDocuments = { readonly [K in SlugKind]: ReadonlyMap<string, KindDocuments[K]> };

const noValues = Object.fromEntries(contentCollections.map((name) => [name, new Map()])) as unknown as Values;

const noPublished = Object.fromEntries(slugKinds.map((kind) => [kind, new Map()])) as unknown as PublishedDocuments;

/** The composition of no documents. */
export const emptyComposition: Composition = {
  values: noValues,
  sections: noValues.homepage_sections,
  pages: { claims: noClaims(), published: new Map(), menu: new Map(), parents: new Map(), cycles: [], problems: [] },
  demos: {
    claims: noClaims(),
    published: new Map(),
    cards: new Map(),
    bare: new Map(),
    embeds: new Map(),
    problems: [],
  },
  further: { claims: {}, entries: new Map(), slugs: new Map(), problems: [] },
  published: noPublished,
  lists: noLists,
  problems: [],
  sitemap: noSitemap,
  sitemapIndex: [],
  search: SiteSearch.off(),
  newestPages: [],
  addresses: noAddresses,
  settings: defaultSettings,
};

/** Composes the site's content from documents, updating only differences from `previous`. */
export function compose(values: Values, previous: Composition): Composition {
  const pages = composePages(values, previous);
  const demos = composeDemos(values, previous);
  const settings =
    values.site_settings === previous.values.site_settings
      ? previous.settings
      : (Object.assign({}, defaultSettings, ...values.site_settings.values()) as Settings);
  const further = composeFurther({ values, settings }, previous);
  const published = {
    ...noPublished,
    ...Object.fromEntries(Object.entries(further.claims).map(([kind, { holders }]) => [kind, holders])),
    page: pages.published,
    demo: demos.published,
  } as PublishedDocuments;
  return {
    values,
    sections: values.homepage_sections,
    pages,
    demos,
    further,
    published,
    lists: composeLists(published, previous.published, previous.lists),
    problems: [...pages.problems, ...demos.problems, ...further.problems],
    ...composeSitemap(published, previous),
    addresses: composeAddresses(
      { values, published, siteUrl: settings.general.site_url },
      { values: previous.values, published: previous.published },
      previous.addresses,
    ),
    search: composeSearch({ pages, demos, further, settings }, previous),
    newestPages: settings.visitors.feed_enabled ? newestPages(pages.published, previous) : [],
    settings,
  };
}

function composePages({ pages }: Values, { values: old, pages: previous }: Composition): ComposedPages {
  const changed = changedKeys(old.pages, pages);
  if (changed.length === 0) return previous;
  const changes = changed.map((id) => ({ before: old.pages.get(id), after: pages.get(id) }));
  const claims = applyClaimChanges(previous.claims, changes);
  const parents = patchMap(
    previous.parents,
    changed.map((id) => [id, pages.get(id)?.parent_id ?? undefined]),
  );
  const cycles = parents === previous.parents ? previous.cycles : cyclesIn(parents);
  return {
    claims,
    published: claims.holders,
    menu: updateViews(previous.menu, changedKeys(previous.published, claims.holders), (slug) => {
      const page = claims.holders.get(slug);
      return page && menuPageOf(page);
    }),
    parents,
    cycles,
    problems: [...takenSlugs(collections.pages, claims.refused), ...cycles],
  };
}

function composeDemos(values: Values, { values: old, demos: previous }: Composition): ComposedDemos {
  const { demo_pages: demos, demo_embeds: codes } = values;
  const changed = [...changedKeys(old.demo_pages, demos), ...changedKeys(old.demo_embeds, codes)];
  if (changed.length === 0) return previous;
  const ids = [...new Set(changed)];
  const changes = ids.map((id) => ({ before: withEmbed(id, old), after: withEmbed(id, values) }));
  const claims = applyClaimChanges(previous.claims, changes);
  const bare = patchMap(
    previous.bare,
    ids.map((id) => [id, withEmbed(id, values) === undefined ? demos.get(id) : undefined]),
  );
  const slugs = changedKeys(previous.published, claims.holders);
  const concerned = new Set([...ids, ...slugs.flatMap((slug) => previous.published.get(slug)?.id ?? [])]);
  for (const slug of slugs) concerned.add(claims.holders.get(slug)?.id ?? '');
  // The snapshot excludes the code of protected demos: templates cannot leak code that they do not receive.
  const openCode = (id: string): string | undefined => {
    const demo = demos.get(id);
    const isShown = demo !== undefined && claims.holders.get(demo.slug)?.id === id && !demo.is_password_protected;
    return isShown ? (codes.get(id) ?? '') : undefined;
  };
  return {
    claims,
    published: claims.holders,
    cards: updateViews(previous.cards, slugs, (slug) => {
      const demo = claims.holders.get(slug);
      return demo && cardSourceOf(demo);
    }),
    bare,
    embeds: patchMap(
      previous.embeds,
      [...concerned].map((id) => [id, openCode(id)]),
    ),
    problems: [...takenSlugs(collections.demos, claims.refused), ...missingEmbeds(bare)],
  };
}

const furtherKinds: readonly SlugKind[] = slugKinds.filter((kind) => kind !== 'page' && kind !== 'demo');

const noDocuments: ReadonlyMap<string, Claimant> = new Map();

/** The documents of a kind that the site has: none of a kind that is switched off. */
const documentsOn = (kind: SlugKind, { values, settings }: Pick<Composition, 'values' | 'settings'>) =>
  isOn(kind, settings.content) ? documentsOf(kind, values) : noDocuments;

function composeFurther(now: Pick<Composition, 'values' | 'settings'>, before: Composition): ComposedFurther {
  const previous = before.further;
  const changedOf = (kind: SlugKind): string[] => changedKeys(documentsOn(kind, before), documentsOn(kind, now));
  const changes = furtherKinds.map((kind) => ({ kind, ids: changedOf(kind) })).filter(({ ids }) => ids.length > 0);
  if (changes.length === 0) return previous;
  const claims = { ...previous.claims };
  const [entries, slugs]: [[string, Claimant | undefined][], [string, Claimant | undefined][]] = [[], []];
  for (const { kind, ids } of changes) {
    const [old, documents] = [documentsOn(kind, before), documentsOn(kind, now)];
    const claimed = claims[kind] ?? noClaims();
    const next = applyClaimChanges(
      claimed,
      ids.map((id) => ({ before: old.get(id), after: documents.get(id) })),
    );
    claims[kind] = next;
    for (const slug of changedKeys(claimed.holders, next.holders))
      entries.push([`${kind}:${slug}`, next.holders.get(slug)]);
    for (const id of ids) slugs.push([`${kind}:${id}`, documents.get(id)]);
  }
  const refused = Object.entries(claims).flatMap(([kind, claim]) =>
    takenSlugs(kinds[kind as SlugKind].collection, claim.refused),
  );
  return {
    claims,
    entries: patchMap(
      previous.entries,
      entries as [string, (Claimant & Readonly<Record<string, unknown>>) | undefined][],
    ),
    slugs: patchMap(previous.slugs, slugs),
    problems: refused,
  };
}

/** The documents of a kind, by id. */
export const documentsOf = (kind: SlugKind, values: Values): ReadonlyMap<string, Claimant> =>
  values[kinds[kind].collection] as ReadonlyMap<string, Claimant>;

/** The published document at the path of a document with a slug; undefined if it is not shown there. */
export function shownDocument(path: string, { values, published }: Pick<Composition, 'values' | 'published'>) {
  const [collection = '', id = ''] = path.split('/', 2);
  const kind = kindOf(collection);
  if (kind === null || !hasSlugs(kind)) return undefined;
  const slug = documentsOf(kind, values).get(id)?.slug ?? '';
  const document = published[kind].get(slug);
  return document?.id === id ? { kind, slug, document } : undefined;
}

/** The lookups of addresses of documents. */
export const addressLookup = ({ values, published }: Pick<Composition, 'values' | 'published'>) => ({
  stored: (kind: SlugKind, id: string) => documentsOf(kind, values).get(id),
  holder: (kind: SlugKind, slug: string) => published[kind].get(slug),
});

/** The demo with this id; undefined if it does not exist, or is published without embed code. */
function withEmbed(id: string, { demo_pages, demo_embeds }: Values): Demo | undefined {
  const demo = demo_pages.get(id);
  return demo?.is_published && !demo_embeds.has(id) ? undefined : demo;
}

const takenSlugs = (collection: string, refused: ReadonlyMap<string, unknown>): ContentProblem[] =>
  [...refused.keys()].map((id) => ({
    document: `${collection}/${id}`,
    field: 'slug',
    message: invalid.slugTaken,
    excludes: true,
  }));

const missingEmbeds = (bare: ReadonlyMap<string, unknown>): ContentProblem[] =>
  [...bare.keys()].map((id) => ({
    document: `${collections.demos}/${id}`,
    field: 'iframe_url',
    message: invalid.embedRequired,
    excludes: true,
  }));

/** One problem for each page in a cycle of parents. These pages are still shown, at top level. */
const cyclesIn = (parents: ReadonlyMap<string, string>): ContentProblem[] =>
  [...pagesInCycles([...parents].map(([id, parent_id]) => ({ id, parent_id })))].map((id) => ({
    document: `${collections.pages}/${id}`,
    field: 'parent_id',
    message: invalid.parentCycle,
    excludes: false,
  }));

/** Updates the views of changed entries. A view whose fields are unchanged stays the same object. */
function updateViews<View extends object>(
  before: ReadonlyMap<string, View>,
  changed: readonly string[],
  viewOf: (key: string) => View | undefined,
): ReadonlyMap<string, View> {
  const views = changed.map((key): [string, View | undefined] => {
    const [old, view] = [before.get(key), viewOf(key)];
    return [key, old && view && isSame(old, view) ? old : view];
  });
  return patchMap(before, views);
}

const isSame = <View extends object>(one: View, other: View): boolean =>
  Object.entries(one).every(([field, value]) => value === other[field as keyof View]);

function composeSitemap(
  published: PublishedDocuments,
  previous: Composition,
): Pick<Composition, 'sitemap' | 'sitemapIndex'> {
  const changes = slugKinds.flatMap((kind) =>
    changedKeys<Claimant>(previous.published[kind], published[kind]).map((slug): [string, string | undefined] => {
      const document = published[kind].get(slug);
      return [pathOf(kind, slug), document && lineOf(documentEntry(kind, document))];
    }),
  );
  const parts = changedParts(previous.sitemap, changes);
  return {
    sitemap: patchMap(previous.sitemap, parts),
    sitemapIndex: changedIndex(previous.sitemapIndex, parts),
  };
}

/** Whether a page has the address of the search. It keeps the address, and the site has no search. */
export const hasSearchAddress = ({ published }: Pick<ComposedPages, 'published'>): boolean =>
  published.has(sitePaths.search.slice(1));

function composeSearch(
  { pages, demos, further, settings }: Pick<Composition, 'pages' | 'demos' | 'further' | 'settings'>,
  { search }: Composition,
): SiteSearch {
  if (settings.visitors.search_enabled && !hasSearchAddress(pages))
    return search.next({ pages: pages.published, demos: demos.published, entries: further.entries });
  return search.isOff ? search : SiteSearch.off();
}

function newestPages(pages: ComposedPages['published'], { pages: previous, newestPages: known }: Composition) {
  const changed = changedKeys(previous.published, pages);
  const age = (page: Page | undefined): string => (page ? `${page.created_at} ${page.id}` : '');
  // If a page leaves the list, any other may take its place.
  const isKept = (slug: string): boolean => age(previous.published.get(slug)) === age(pages.get(slug));
  const isWhole = known.length === 0 || !changed.every((slug) => !known.includes(slug) || isKept(slug));
  const candidates = isWhole
    ? [...pages.keys()]
    : [...new Set([...known, ...changed])].filter((slug) => pages.has(slug));
  const newest = candidates
    .map((slug) => ({ slug, age: age(pages.get(slug)) }))
    .sort((one, other) => (one.age > other.age ? -1 : 1))
    .slice(0, serverLimits.feedPages)
    .map(({ slug }) => slug);
  return newest.length === known.length && newest.every((slug, index) => slug === known[index]) ? known : newest;
}
