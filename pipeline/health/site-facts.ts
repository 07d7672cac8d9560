import { counted } from '@frontage/model/dates';
import { pathOf, slugKinds } from '@frontage/model/kinds/kinds';
import { sitePaths } from '@frontage/model/paths';
import type { Receipt } from '../plan/plan.ts';
import type { FileEntry, Files } from '../site/files.ts';
import { addressOf, redirectPath } from '../site/redirects.ts';
import { documentsOf } from '../sync/compose.ts';
import type { ContentState } from '../sync/content-state.ts';
import { changedKeys, patchMap } from '../sync/patched-map.ts';
import type { PageFacts } from './page-facts.ts';

/** The release that is checked, besides its pages. */
export interface CheckedSite {
  files: Files;
  receipts: ReadonlyMap<string, Receipt>;
  /** The content that the files show. */
  shown: ContentState;
  /** Origin of the site, with which links may begin. */
  origin: string;
  /** Other origins of the installation. Links to them are not checked. */
  otherOrigins: readonly string[];
}

/** A page's facts, and the messages of the HTML validator once it has run. */
export type KnownPage = PageFacts & { invalid?: readonly string[] };

/** Identifies the header and footer of a page, which many pages share. */
export const frameOf = ({ frame }: PageFacts): string => frame.join('\n');

/** The unit of a check. */
export type Subject = `page ${string}` | `frame ${string}` | `redirect ${string}`;

/**
 * A fact that findings depend on. `at`: the file at an address; `in`: the links to it; `ids` of a route's page; `title`
 * and `description`: the pages that have it; `ref`: the address of a document; `slug`: the unpublished documents with
 * it; `redirect` from an address; `external`: the result for a link.
 */
export type Cell =
  | `${'at' | 'in' | 'ids' | 'title' | 'description' | 'ref' | 'slug' | 'redirect' | 'external'} ${string}`
  | 'settings';

export interface HealthChange {
  /** By default the site is unchanged. */
  site?: CheckedSite;
  /** The facts of changed pages by route; undefined for a removed page. */
  pages?: ReadonlyMap<string, KnownPage | undefined>;
  /** Frames that are not checked, because other frames replace them; by default as before. */
  replacedFrames?: readonly string[];
  /** Failures of links to other sites by address; undefined for a link that works. */
  external?: ReadonlyMap<string, string | undefined>;
}

/** The facts that a change touched, and the subjects that it changed themselves. */
export interface Touched {
  cells: Set<Cell>;
  subjects: Set<Subject>;
}

type Members = ReadonlyMap<string, true>;

interface Tables {
  site: CheckedSite | null;
  pages: ReadonlyMap<string, KnownPage>;
  frames: ReadonlyMap<string, { links: readonly string[]; routes: Members }>;
  /** The listed pages with a title or description, by cell. */
  groups: ReadonlyMap<string, Members>;
  /** Number of unpublished documents by the cell of their address. */
  unpublished: ReadonlyMap<string, number>;
  external: ReadonlyMap<string, string>;
  replacedFrames: readonly string[];
}

const noTables: Tables = {
  site: null,
  pages: new Map(),
  frames: new Map(),
  groups: new Map(),
  unpublished: new Map(),
  external: new Map(),
  replacedFrames: [],
};

const homeFile = '/index.html';

/** The facts about a site and its pages. Immutable: a change returns new facts, which share all unchanged ones. */
export class SiteFacts {
  readonly #tables: Tables;
  // Derived from parts that never change, and shared by all facts that contain them.
  readonly #idSets: WeakMap<KnownPage, ReadonlySet<string>>;
  readonly #summaries: WeakMap<Members, GroupSummary>;

  constructor(tables: Tables = noTables, from: SiteFacts | null = null) {
    this.#tables = tables;
    this.#idSets = from === null ? new WeakMap() : from.#idSets;
    this.#summaries = from === null ? new WeakMap() : from.#summaries;
  }

  /** The facts after a change. Adds the differences to `touched`. */
  with(change: HealthChange, touched: Touched): SiteFacts {
    const { site, pages = new Map<string, never>(), external = new Map<string, never>(), replacedFrames } = change;
    let next = this.#tables;
    if (replacedFrames) next = withReplacedFrames(next, replacedFrames, touched);
    if (site) next = withSite(next, site, touched);
    if (pages.size > 0) next = withPages(next, pages, touched);
    for (const [url, failure] of external) if (next.external.get(url) !== failure) touched.cells.add(`external ${url}`);
    return new SiteFacts({ ...next, external: patchMap(next.external, external) }, this);
  }

  site(): CheckedSite | null {
    return this.#tables.site;
  }

  page(route: string): KnownPage | undefined {
    return this.#tables.pages.get(route);
  }

  /** Whether a page has an id. It may have thousands, each linked. */
  hasId(page: KnownPage, id: string): boolean {
    const ids = this.#idSets.get(page) ?? new Set(page.ids);
    this.#idSets.set(page, ids);
    return ids.has(id);
  }

  /** The links of a frame; none if other frames replace it. */
  linksOfFrame(frame: string): readonly string[] {
    const { frames, replacedFrames } = this.#tables;
    return replacedFrames.includes(frame) ? [] : (frames.get(frame)?.links ?? []);
  }

  /** The page under which findings of a subject are reported. */
  pathOf(subject: Subject): string {
    const name = nameOfSubject(subject);
    if (!subject.startsWith('frame ')) return name;
    const routes = this.#tables.frames.get(name)?.routes ?? none;
    return routes.has(sitePaths.home) ? sitePaths.home : (least(routes.keys(), 1)[0] ?? sitePaths.home);
  }

  /** Describes the other pages with a title or description; null if there are none. */
  othersIn(cell: Cell, route: string): string | null {
    const members = this.#tables.groups.get(cell) ?? none;
    const summary = this.#summaries.get(members) ?? summaryOf(members);
    this.#summaries.set(members, summary);
    const other = summary.first.find((member) => member !== route);
    if (other === undefined) return null;
    return summary.count > 2 ? `${other} and ${counted(summary.count - 2, 'more page', 'more pages')}` : other;
  }

  /** Whether an unpublished document has an address. */
  isUnpublished(cell: Cell): boolean {
    return (this.#tables.unpublished.get(cell) ?? 0) > 0;
  }

  /** The failure of a link to another site, if it is known. */
  externalFailure(url: string): string | undefined {
    return this.#tables.external.get(url);
  }
}

export const nameOfSubject = (subject: Subject): string => subject.slice(subject.indexOf(' ') + 1);

/** The file at an address of a site. */
export const fileAt = (address: string, { files }: CheckedSite): FileEntry | undefined =>
  files.get(address === sitePaths.home ? homeFile : redirectPath(address)) ?? files.get(address);

function withReplacedFrames(tables: Tables, replacedFrames: readonly string[], { subjects }: Touched): Tables {
  for (const frame of [...tables.replacedFrames, ...replacedFrames]) subjects.add(`frame ${frame}`);
  return { ...tables, replacedFrames };
}

function withSite(tables: Tables, site: CheckedSite, touched: Touched): Tables {
  const { cells, subjects } = touched;
  const [old, now] = [tables.site?.shown.composition, site.shown.composition];
  for (const path of changedKeys(tables.site?.files ?? new Map<string, FileEntry>(), site.files)) {
    cells.add(`at ${path}`);
    if (path.endsWith('.html')) cells.add(`at ${path === homeFile ? sitePaths.home : addressOf(path)}`);
  }
  if (old?.sections !== now.sections) subjects.add(`page ${sitePaths.home}`);
  if (old?.settings.general.site_description !== now.settings.general.site_description) cells.add('settings');
  for (const from of changedKeys(old?.addresses.old ?? new Map<string, string>(), now.addresses.old))
    cells.add(`redirect ${from}`);
  for (const from of changedKeys(old?.addresses.own ?? new Map<string, never>(), now.addresses.own)) {
    subjects.add(`redirect ${from}`);
    cells.add(`redirect ${from}`);
  }
  return { ...tables, site, unpublished: withDocuments(tables, now, touched) };
}

/** Compares the documents of two compositions; returns the numbers of unpublished ones. */
function withDocuments({ site, unpublished }: Tables, now: Composition, { cells, subjects }: Touched) {
  const old = site?.shown.composition;
  const counts = new Map<Cell, number>();
  for (const kind of slugKinds) {
    // A document can also get or lose its address by a change of another one: its embed code, or the holder of its slug.
    const published: ReadonlyMap<string, { id: string }> = now.published[kind];
    const oldPublished: typeof published = old?.published[kind] ?? new Map();
    for (const slug of changedKeys<{ id: string }>(oldPublished, published))
      for (const one of [oldPublished.get(slug), published.get(slug)]) if (one) cells.add(`ref ${kind}:${one.id}`);
    const documents = documentsOf(kind, now.values);
    const oldDocuments: typeof documents = old ? documentsOf(kind, old.values) : new Map();
    for (const id of changedKeys<{ slug: string; is_published: boolean }>(oldDocuments, documents)) {
      cells.add(`ref ${kind}:${id}`);
      const versions = [[oldDocuments.get(id), -1] as const, [documents.get(id), 1] as const];
      for (const [version, difference] of versions) {
        if (!version) continue;
        subjects.add(`page ${pathOf(kind, version.slug)}`);
        if (version.is_published) continue;
        const cell: Cell = `slug ${pathOf(kind, version.slug)}`;
        counts.set(cell, (counts.get(cell) ?? unpublished.get(cell) ?? 0) + difference);
        cells.add(cell);
      }
    }
  }
  return patchMap(
    unpublished,
    [...counts].map(([cell, count]) => [cell, count === 0 ? undefined : count] as const),
  );
}

function withPages(tables: Tables, changed: ReadonlyMap<string, KnownPage | undefined>, touched: Touched): Tables {
  const groups = new Map<Cell, Map<string, true | undefined>>();
  const frames = new Map<string, { links: readonly string[]; routes: Map<string, true | undefined> }>();
  const frameChanges = (page: KnownPage): Map<string, true | undefined> => {
    const key = frameOf(page);
    const change = frames.get(key) ?? { links: page.frame, routes: new Map() };
    frames.set(key, change);
    touched.subjects.add(`frame ${key}`);
    return change.routes;
  };
  const groupChanges = (cell: Cell): Map<string, true | undefined> => {
    const change = groups.get(cell) ?? new Map<string, true | undefined>();
    groups.set(cell, change);
    touched.cells.add(cell);
    return change;
  };
  for (const [route, now] of changed) {
    const before = tables.pages.get(route);
    touched.subjects.add(`page ${route}`);
    if (before?.ids.join('\n') !== now?.ids.join('\n')) touched.cells.add(`ids ${route}`);
    const [oldGroups, newGroups] = [groupsOf(route, before), groupsOf(route, now)];
    for (const cell of oldGroups) if (!newGroups.includes(cell)) groupChanges(cell).set(route, undefined);
    for (const cell of newGroups) if (!oldGroups.includes(cell)) groupChanges(cell).set(route, true);
    if ((before && frameOf(before)) === (now && frameOf(now))) continue;
    if (before) frameChanges(before).set(route, undefined);
    if (now) frameChanges(now).set(route, true);
  }
  return {
    ...tables,
    pages: patchMap(tables.pages, changed),
    groups: patchMap(
      tables.groups,
      [...groups].map(([cell, routes]) => [cell, withMembers(tables.groups.get(cell), routes)] as const),
    ),
    frames: patchMap(
      tables.frames,
      [...frames].map(([key, { links, routes: changes }]) => {
        const routes = withMembers(tables.frames.get(key)?.routes, changes);
        return [key, routes && { links, routes }] as const;
      }),
    ),
  };
}

/** The members after changes; undefined if there are none. */
function withMembers(before: Members = none, changes: ReadonlyMap<string, true | undefined>): Members | undefined {
  const members = patchMap(before, changes);
  return members.size === 0 ? undefined : members;
}

type Composition = ContentState['composition'];

const none: Members = new Map();

interface GroupSummary {
  count: number;
  /** The first two members. */
  first: string[];
}

const summaryOf = (members: Members): GroupSummary => ({
  count: members.size,
  first: least(members.keys(), 2),
});

/** The first texts in the order of the alphabet. */
function least(texts: Iterable<string>, count: number): string[] {
  const found: string[] = [];
  for (const text of texts) {
    if (found.length === count && text > (found.at(-1) ?? '')) continue;
    found.push(text);
    found.sort();
    found.splice(count);
  }
  return found;
}

function groupsOf(route: string, page: PageFacts | undefined): Cell[] {
  if (!page?.isListed) return [];
  const { title, description } = page;
  const cells: Cell[] = title ? [`title ${title}`] : [];
  return description && route !== sitePaths.demos ? [...cells, `description ${description}`] : cells;
}
