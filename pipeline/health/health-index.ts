import { addressOfReference, parseDocumentLink, readableTarget, referenceTo } from '@frontage/model/document-link';
import { counted } from '@frontage/model/dates';
import type { Finding, HealthRule } from '@frontage/model/health';
import { limits } from '@frontage/model/limits';
import { collections, isNameable, sitePaths } from '@frontage/model/paths';
import { normalizePath } from '@frontage/model/redirect';
import type { Receipt } from '../plan/plan.ts';
import type { FileEntry, Files } from '../site/files.ts';
import { addressOf, redirectPath } from '../site/redirects.ts';
import type { ContentState } from '../sync/content-state.ts';
import { changedKeys } from '../sync/patched-map.ts';
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

interface HealthChange {
  /** By default the site is unchanged. */
  site?: CheckedSite;
  /** The facts of changed pages by route; undefined for a removed page. */
  pages: ReadonlyMap<string, KnownPage | undefined>;
  /** Frames that are not checked, because other frames replace them; by default as before. */
  replacedFrames?: readonly string[];
}

/** A page's facts, and the messages of the HTML validator once it has run. */
export type KnownPage = PageFacts & { invalid?: readonly string[] };

/** Identifies the header and footer of a page, which many pages share. */
export const frameOf = ({ frame }: PageFacts): string => frame.join('\n');

/**
 * The findings about the site, kept current by changes. Each *subject* (a page, a frame, a redirect) records the cells
 * that its findings depend on, and is checked again when one of them changes.
 */
export interface HealthIndex {
  /** Takes a change. Its effects are in the findings after `check`. */
  apply(change: HealthChange): void;
  /** Sets the failures of links to other sites by address; undefined for a link that works. */
  setExternal(failures: ReadonlyMap<string, string | undefined>): void;
  /** Checks the subjects that changes have touched, for about `ms` milliseconds. Returns whether everything is checked. */
  check(ms?: number): boolean;
  /** The findings that checks since the last call removed and added, compared by identity. */
  takeChanges(): FindingChanges;
  /** The addresses of other sites that pages link to. */
  externalLinks(): string[];
  page(route: string): KnownPage | undefined;
}

export interface FindingChanges {
  removed: ReadonlySet<Finding>;
  added: readonly Finding[];
}

type Subject = `page ${string}` | `frame ${string}` | `redirect ${string}`;

/**
 * `at`: the file at an address; `in`: the links to it; `ids` of a route's page; `title` and `description`: the pages that have it;
 * `ref`: the address of a document; `slug`: the unpublished documents with it; `redirect` from an address; `external`:
 * the result for a link.
 */
type Cell =
  | `${'at' | 'in' | 'ids' | 'title' | 'description' | 'ref' | 'slug' | 'redirect' | 'external'} ${string}`
  | 'settings';

interface Check {
  read(cell: Cell): void;
  add(found: Omit<Finding, 'path'>): void;
}

const largestImage = 500_000;

export function openHealthIndex(): HealthIndex {
  let site: CheckedSite | null = null;
  const pages = new Map<string, KnownPage>();
  const frames = new Map<string, { links: readonly string[]; pages: Set<string> }>();
  const groups = new Map<Cell, Set<string>>();
  const summaries = new Map<Cell, GroupSummary>();
  const unpublished = new Map<Cell, number>();
  const external = new Map<string, string>();
  const reads = new Map<Subject, ReadonlySet<Cell>>();
  const readers = new Map<Cell, Set<Subject>>();
  const findings = new Map<Subject, readonly Finding[]>();
  // The findings of changed subjects at the last `takeChanges`.
  const taken = new Map<Subject, readonly Finding[]>();
  const dirty = new Set<Subject>();
  const idSets = new WeakMap<KnownPage, ReadonlySet<string>>();
  let replaced: readonly string[] = [];

  /** The ids of a page, which may have thousands, each linked. */
  const idsOf = (page: KnownPage): ReadonlySet<string> => {
    const ids = idSets.get(page) ?? new Set(page.ids);
    idSets.set(page, ids);
    return ids;
  };

  const touch = (cell: Cell): void => {
    for (const subject of readers.get(cell) ?? []) dirty.add(subject);
  };

  const setReads = (subject: Subject, next: ReadonlySet<Cell>): void => {
    const before = reads.get(subject) ?? none;
    for (const cell of before) {
      if (next.has(cell)) continue;
      const others = readers.get(cell);
      others?.delete(subject);
      if (others?.size === 0) readers.delete(cell);
      if (cell.startsWith('at ')) touch(`in ${cell.slice('at '.length)}`);
    }
    for (const cell of next) {
      if (before.has(cell)) continue;
      const others = readers.get(cell);
      if (others) others.add(subject);
      else readers.set(cell, new Set([subject]));
      if (cell.startsWith('at ')) touch(`in ${cell.slice('at '.length)}`);
    }
    if (next.size === 0) reads.delete(subject);
    else reads.set(subject, next);
  };

  const moveInGroup = (cell: Cell, route: string, isMember: boolean): void => {
    const members = groups.get(cell) ?? new Set();
    if (isMember) groups.set(cell, members.add(route));
    else if (members.delete(route) && members.size === 0) groups.delete(cell);
    summaries.delete(cell);
    touch(cell);
  };

  const setPage = (route: string, now: KnownPage | undefined): void => {
    const before = pages.get(route);
    if (now) pages.set(route, now);
    else pages.delete(route);
    dirty.add(`page ${route}`);
    if (before?.ids.join('\n') !== now?.ids.join('\n')) touch(`ids ${route}`);
    const [oldGroups, newGroups] = [groupsOf(route, before), groupsOf(route, now)];
    for (const cell of oldGroups) if (!newGroups.includes(cell)) moveInGroup(cell, route, false);
    for (const cell of newGroups) if (!oldGroups.includes(cell)) moveInGroup(cell, route, true);
    const [oldFrame, newFrame] = [before && frameOf(before), now && frameOf(now)];
    if (oldFrame === newFrame) return;
    if (oldFrame !== undefined) {
      dirty.add(`frame ${oldFrame}`);
      const frame = frames.get(oldFrame);
      frame?.pages.delete(route);
      if (frame?.pages.size === 0) frames.delete(oldFrame);
    }
    if (now && newFrame !== undefined) {
      dirty.add(`frame ${newFrame}`);
      const frame = frames.get(newFrame) ?? { links: now.frame, pages: new Set() };
      frames.set(newFrame, frame);
      frame.pages.add(route);
    }
  };

  /** Touches the cells that differ between two states of the site. */
  const compareSites = (before: CheckedSite | null, now: CheckedSite): void => {
    const [old, { values, addresses, settings, ...composed }] = [before?.shown.composition, now.shown.composition];
    for (const path of changedKeys(before?.files ?? new Map<string, FileEntry>(), now.files)) {
      touch(`at ${path}`);
      if (path.endsWith('.html')) touch(`at ${path === homeFile ? sitePaths.home : addressOf(path)}`);
    }
    for (const kind of ['page', 'demo'] as const) {
      // A document can also get or lose its address by a change of another one: its embed code, or the holder of its slug.
      const part = kind === 'page' ? 'pages' : 'demos';
      const { published } = composed[part];
      const oldPublished: typeof published = old?.[part].published ?? new Map();
      for (const slug of changedKeys<{ id: string }>(oldPublished, published))
        for (const one of [oldPublished.get(slug), published.get(slug)]) if (one) touch(`ref ${kind}:${one.id}`);
      const collection = kind === 'page' ? collections.pages : collections.demos;
      const documents = values[collection];
      const oldDocuments: typeof documents = old?.values[collection] ?? new Map();
      for (const id of changedKeys<{ slug: string; is_published: boolean }>(oldDocuments, documents)) {
        touch(`ref ${kind}:${id}`);
        const versions = [oldDocuments.get(id), documents.get(id)] as const;
        versions.forEach((version, at) => {
          if (!version) return;
          dirty.add(`page ${sitePaths[kind](version.slug)}`);
          if (version.is_published) return;
          const cell: Cell = `slug ${sitePaths[kind](version.slug)}`;
          unpublished.set(cell, (unpublished.get(cell) ?? 0) + (at === 0 ? -1 : 1));
          touch(cell);
        });
      }
    }
    if (old?.sections !== now.shown.composition.sections) dirty.add(`page ${sitePaths.home}`);
    if (old?.settings.general.site_description !== settings.general.site_description) touch('settings');
    for (const from of changedKeys(old?.addresses.old ?? new Map<string, string>(), addresses.old))
      touch(`redirect ${from}`);
    for (const from of changedKeys(old?.addresses.own ?? new Map<string, never>(), addresses.own)) {
      dirty.add(`redirect ${from}`);
      touch(`redirect ${from}`);
    }
  };

  const setFindings = (subject: Subject, found: readonly Finding[]): void => {
    const original = taken.get(subject) ?? findings.get(subject) ?? [];
    // Most edits change no finding.
    const isSame = isSameList(original, found);
    const next = isSame ? original : found;
    if (isSame) taken.delete(subject);
    else taken.set(subject, original);
    if (next.length === 0) findings.delete(subject);
    else findings.set(subject, next);
  };

  const check = (ms: number): boolean => {
    const end = performance.now() + ms;
    // A check can change which pages have links, which adds subjects during the loop.
    for (const subject of dirty) {
      if (performance.now() > end) return false;
      dirty.delete(subject);
      const next = new Set<Cell>();
      const found: Finding[] = [];
      if (site !== null) {
        const path = pathOf(subject);
        const add = (one: Omit<Finding, 'path'>): void => void found.push({ path, ...one });
        examine(subject, { read: (cell) => void next.add(cell), add }, site);
      }
      setFindings(subject, found);
      setReads(subject, next);
    }
    return true;
  };

  const pathOf = (subject: Subject): string => {
    const name = subject.slice(subject.indexOf(' ') + 1);
    if (!subject.startsWith('frame ')) return name;
    const routes = frames.get(name)?.pages ?? new Set<string>();
    return routes.has(sitePaths.home) ? sitePaths.home : (least(routes, 1)[0] ?? sitePaths.home);
  };

  const examine = (subject: Subject, check: Check, on: CheckedSite): void => {
    const name = subject.slice(subject.indexOf(' ') + 1);
    if (subject.startsWith('page ')) {
      const page = pages.get(name);
      if (page) examinePage({ route: name, page, site: on }, check);
    } else if (subject.startsWith('frame ')) {
      for (const href of replaced.includes(name) ? [] : (frames.get(name)?.links ?? [])) {
        const problem = linkProblem(href, { route: pathOf(subject), site: on }, check);
        if (problem) check.add({ ...problem, ...placeInFrame(href, on) });
      }
    } else examineRedirect(name, on, check);
  };

  const fileAt = (address: string, { files }: CheckedSite): FileEntry | undefined =>
    files.get(address === sitePaths.home ? homeFile : redirectPath(address)) ?? files.get(address);

  /** The defect of a link; null if it works. */
  function linkProblem(
    href: string,
    { route, site: on }: { route: string; site: CheckedSite },
    { read }: Pick<Check, 'read'>,
  ): Pick<Finding, 'rule' | 'message'> | null {
    let target = targetOf(href, route, on);
    if (target === null) return null;
    const problem = (rule: HealthRule, message: string) => ({ rule, message: `“${readableTarget(href)}” ${message}` });
    if ('url' in target) {
      read(`external ${target.url}`);
      const failure = external.get(target.url);
      return failure === undefined ? null : problem('external-link', failure);
    }
    read(`at ${target.address}`);
    let file = fileAt(target.address, on);
    if (file?.redirect) {
      const { to } = file.redirect;
      const { anchor } = target;
      const next = targetOf(to, route, on);
      if (next === null || 'url' in next) return null;
      target = { ...next, anchor: next.anchor || anchor };
      read(`at ${target.address}`);
      file = fileAt(target.address, on);
      if (!file) return problem('dead-link', `redirects to ${to}, which does not exist`);
    }
    const { address, anchor } = target;
    if (!file) {
      const cell: Cell = `slug ${longAddress(address)}`;
      read(cell);
      return (unpublished.get(cell) ?? 0) > 0
        ? problem('unpublished-link', 'is not published')
        : problem('dead-link', 'does not exist');
    }
    if (anchor === '' || anchor === 'top' || anchor.startsWith(':~:') || file.route === null) return null;
    read(`ids ${file.route}`);
    const page = pages.get(file.route);
    return !page || idsOf(page).has(anchor) ? null : problem('dead-anchor', `names no part of ${file.route}`);
  }

  function examinePage({ route, page, site: on }: ExaminedPage, check: Check): void {
    const { add, read } = check;
    const own = on.receipts.get(route)?.document ?? null;
    const documents = own === null ? documentsOf(route, on) : [own];
    const body = { document: documents.length === 1 ? (documents[0] ?? null) : null, field: textField(documents[0]) };

    // Most pages have no problem; in one with thousands, each link is found without reading all of them.
    let places: ReadonlyMap<string, Place> | null = null;
    for (const href of page.links) {
      const problem = linkProblem(href, { route, site: on }, check);
      if (!problem) continue;
      places ??= placesOfLinks(documents, on);
      add({ ...problem, ...(places.get(readableTarget(href)) ?? placeIn(documents, href)) });
    }
    for (const document of documents) {
      const [collection = '', id = ''] = document.split('/', 2);
      if (!isNameable(collection, id)) {
        const message = `The id “${id.slice(0, 20)}…” is too long for drafts, versions and the trash`;
        add({ rule: 'document-id', message, document, field: null, find: null });
      }
      for (const written of linesOf(on.shown.links.get(document))) {
        const link = parseDocumentLink(written);
        if (link === null) continue;
        const reference = referenceTo(link);
        read(`ref ${reference}`);
        if (addressOfDocument(reference, on) !== null) continue;
        const { values } = on.shown.composition;
        const known = link.kind === 'page' ? values.pages.get(link.id) : values.demo_pages.get(link.id);
        const title = known && ('title' in known ? known.title : known.heading);
        add({
          rule: known ? 'unpublished-link' : 'dead-link',
          message: known ? `“${String(title)}” is not published` : `The ${link.kind} “${link.id}” does not exist`,
          ...fieldOfLink(document, written, on),
        });
      }
    }
    for (const src of page.withoutAlt)
      add({
        rule: 'image-alt',
        message: `${nameOf(src)} has no alternative text`,
        ...body,
        find: body.field && '![](',
      });
    for (const src of page.images) {
      const file = on.files.get(withoutOrigin(src, on));
      if (file && file.size > largestImage)
        add({ rule: 'image-size', message: `${nameOf(src)} is ${kilobytes(file.size)}`, ...body, find: null });
    }
    for (const { text, level, after } of page.skippedHeadings) {
      const message = `The heading “${text}” has level ${String(level)}, the one before it level ${String(after)}`;
      add({ rule: 'heading-order', message, ...body, find: body.field && text });
    }
    if (page.topHeadings !== 1 && page.isListed) {
      const message =
        page.topHeadings === 0 ? 'There is no main heading' : `There are ${String(page.topHeadings)} main headings`;
      add({ rule: 'heading-order', message, document: own, field: null, find: null });
    }
    const invalid = [...page.repeatedIds.map((id) => `The id “${id}” occurs more than once`), ...(page.invalid ?? [])];
    for (const message of invalid) add({ rule: 'html', message, document: own, field: null, find: null });
    if (!page.isListed) return;
    examineHead({ route, page, site: on }, check);
    if (own === null) return;
    for (const address of addressesOf(route)) read(`in ${address}`);
    if (!isLinked(route))
      add({
        rule: 'orphan',
        message: 'Neither a page nor the menu links here',
        document: own,
        field: null,
        find: null,
      });
  }

  function examineHead({ route, page, site: on }: ExaminedPage, { add, read }: Check): void {
    const { title, description } = page;
    const place = headFields(route, on);
    const at = { document: place.document, find: null };
    if (title === null || title === '')
      add({ rule: 'title-missing', message: 'The page has no title', ...at, field: place.title });
    else {
      read(`title ${title}`);
      const others = othersIn(`title ${title}`, route);
      if (others !== null)
        add({
          rule: 'title-duplicate',
          message: `“${title}” is also the title of ${others}`,
          ...at,
          field: place.title,
        });
      if (title.length > limits.metaTitle)
        add({
          rule: 'title-long',
          message: `“${title}” has ${String(title.length)} characters`,
          ...at,
          field: place.title,
        });
    }
    // The gallery shows the description of the site.
    if (route === sitePaths.demos) return;
    read('settings');
    const general = on.shown.composition.settings.general.site_description?.replaceAll(/\s+/g, ' ').trim() ?? null;
    const field = place.description;
    const isGeneral = description === general && route !== sitePaths.home;
    if (description === null || description === '' || isGeneral || !place.isDescribed) {
      add({ rule: 'description-missing', message: 'The page lacks its own description', ...at, field });
      return;
    }
    read(`description ${description}`);
    const others = description === general ? null : othersIn(`description ${description}`, route);
    if (others !== null)
      add({ rule: 'description-duplicate', message: `The description is also used by ${others}`, ...at, field });
    if (description.length > limits.metaDescription)
      add({
        rule: 'description-long',
        message: `The description has ${String(description.length)} characters`,
        ...at,
        field,
      });
  }

  function examineRedirect(from: string, on: CheckedSite, check: Check): void {
    const { own, old } = on.shown.composition.addresses;
    const redirect = own.get(from);
    if (!redirect) return;
    const { read } = check;
    const place = { document: `${collections.redirects}/${from}`, field: 'to', find: null };
    for (const cell of [`at ${from}`, `redirect ${from}`] as const) read(cell);
    const file = fileAt(from, on);
    if (file && !file.redirect) {
      check.add({
        rule: 'redirect-unused',
        message: 'A page has this address, so this redirect has no effect',
        ...place,
      });
      return;
    }
    if (old.get(from) === redirect.to)
      check.add({
        rule: 'redirect-unused',
        message: 'The old address redirects there automatically, without this entry',
        ...place,
      });
    const target = targetOf(redirect.to, from, on);
    if (target !== null && 'address' in target) {
      const { address } = target;
      for (const cell of [`at ${address}`, `redirect ${address}`] as const) read(cell);
      const further = own.get(address)?.to ?? old.get(address);
      if (further !== undefined && fileAt(address, on)?.redirect) {
        check.add({ rule: 'redirect-chain', message: `${redirect.to} redirects to ${further}`, ...place });
        return;
      }
    }
    const problem = linkProblem(redirect.to, { route: from, site: on }, check);
    if (problem) check.add({ ...problem, message: `The target ${problem.message}`, ...place });
  }

  /** Whether another page, or a header or footer, links to a page. A redirect alone is no link. */
  const isLinked = (route: string): boolean => {
    for (const address of addressesOf(route))
      for (const subject of readers.get(`at ${address}`) ?? [])
        if (subject !== `page ${route}` && !subject.startsWith('redirect ')) return true;
    return false;
  };

  /** Describes the other pages of a group; null if there are none. */
  const othersIn = (cell: Cell, route: string): string | null => {
    const summary = summaries.get(cell) ?? summaryOf(groups.get(cell));
    summaries.set(cell, summary);
    const other = summary.first.find((member) => member !== route);
    if (other === undefined) return null;
    return summary.count > 2 ? `${other} and ${counted(summary.count - 2, 'more page', 'more pages')}` : other;
  };

  return {
    apply: ({ site: now, pages: changed, replacedFrames = replaced }) => {
      for (const frame of [...replaced, ...replacedFrames]) dirty.add(`frame ${frame}`);
      replaced = replacedFrames;
      if (now) {
        if (site !== null && site.origin !== now.origin) for (const subject of reads.keys()) dirty.add(subject);
        compareSites(site, now);
        site = now;
      }
      for (const [route, page] of changed) setPage(route, page);
    },
    setExternal: (failures) => {
      for (const [url, failure] of failures) {
        if (external.get(url) === failure) continue;
        if (failure === undefined) external.delete(url);
        else external.set(url, failure);
        touch(`external ${url}`);
      }
    },
    check: (ms = Infinity) => check(ms),
    takeChanges: () => {
      const removed = new Set([...taken.values()].flat());
      const added = [...taken.keys()].flatMap((subject) => findings.get(subject) ?? []);
      taken.clear();
      return { removed, added };
    },
    externalLinks: () =>
      [...readers.keys()].flatMap((cell) => (cell.startsWith('external ') ? cell.slice('external '.length) : [])),
    page: (route) => pages.get(route),
  };
}

const isSameList = (one: readonly Finding[], other: readonly Finding[]): boolean =>
  one.length === other.length && one.every((found, at) => isSameFinding(found, other[at]));

const isSameFinding = (one: Finding, other: Finding | undefined): boolean =>
  other !== undefined &&
  (['rule', 'path', 'message', 'document', 'field', 'find'] as const).every((key) => one[key] === other[key]);

interface ExaminedPage {
  route: string;
  page: KnownPage;
  site: CheckedSite;
}

const none: ReadonlySet<Cell> = new Set();

const nowhere = { document: null, field: null, find: null };

const homeFile = '/index.html';

interface GroupSummary {
  count: number;
  /** The first two members. */
  first: string[];
}

const summaryOf = (members: ReadonlySet<string> = new Set()): GroupSummary => ({
  count: members.size,
  first: least(members, 2),
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

/** The addresses of a route's page: a content page has two. */
function addressesOf(route: string): string[] {
  const prefix = sitePaths.page('');
  return route.startsWith(prefix) ? [route, sitePaths.shortPage(route.slice(prefix.length))] : [route];
}

/** The long address of a page's short one. */
const longAddress = (address: string): string =>
  /^\/[^/]+$/.test(address) ? sitePaths.page(address.slice(1)) : address;

/** The documents that a route without its own shows. */
function documentsOf(route: string, { shown }: CheckedSite): string[] {
  if (route !== sitePaths.home) return [];
  return [...shown.composition.sections]
    .filter(([, section]) => section.is_published && section.is_visible)
    .map(([id]) => `${collections.sections}/${id}`)
    .sort();
}

const linesOf = (links: string | undefined): string[] => links?.split('\n') ?? [];

function addressOfDocument(reference: string, { shown: { composition } }: CheckedSite): string | null {
  const { values, pages, demos } = composition;
  return addressOfReference(reference, {
    slugs: { page: values.pages, demo: values.demo_pages },
    published: { page: pages.published, demo: demos.published },
  });
}

/** The address that a link of a page requests; null if it is not checked. */
function targetOf(
  href: string,
  route: string,
  { origin, otherOrigins }: CheckedSite,
): { address: string; anchor: string } | { url: string } | null {
  const base = origin + route;
  if (!URL.canParse(href, base)) return { address: href, anchor: '' };
  const url = new URL(href, base);
  if (!/^https?:$/.test(url.protocol) || otherOrigins.includes(url.origin)) return null;
  if (url.origin !== new URL(origin).origin) {
    url.hash = '';
    return { url: url.href };
  }
  if (/^\/(?:admin|auth|api)(?:\/|$)/.test(url.pathname)) return null;
  const address = url.pathname === sitePaths.home ? sitePaths.home : (normalizePath(url.pathname) ?? url.pathname);
  return { address, anchor: decoded(url.hash.slice(1)) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Place = Pick<Finding, 'document' | 'field' | 'find'>;

/** The document and field that contain each link, by its rendered target in readable characters. */
function placesOfLinks(documents: readonly string[], site: CheckedSite): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const document of documents) {
    for (const written of linesOf(site.shown.links.get(document))) {
      const link = parseDocumentLink(written);
      const address = link && addressOfDocument(referenceTo(link), site);
      const rendered = link && address ? `${address}${link.anchor === '' ? '' : `#${link.anchor}`}` : written;
      const target = readableTarget(rendered);
      if (!places.has(target)) places.set(target, fieldOfLink(document, written, site));
    }
  }
  return places;
}

/** The place of a link that no document names as written. */
function placeIn([only, ...others]: readonly string[], href: string): Place {
  return only === undefined || others.length > 0 ? nowhere : { document: only, field: textField(only), find: href };
}

/** The setting of a link in the footer; the menu has no dead links. */
function placeInFrame(href: string, { shown }: CheckedSite): Place {
  const links = Object.entries(shown.composition.settings.social_links);
  const [field] = links.find(([, url]) => url !== null && readableTarget(url) === readableTarget(href)) ?? [];
  return field === undefined ? nowhere : { document: `${collections.settings}/social_links`, field, find: null };
}

function fieldOfLink(document: string, written: string, { shown }: CheckedSite): Place {
  const [collection, id = ''] = document.split('/', 2);
  const isButton = collection === collections.sections && shown.composition.sections.get(id)?.cta_url === written;
  return isButton
    ? { document, field: 'cta_url', find: null }
    : { document, field: textField(document), find: written };
}

function textField(document: string | undefined): string | null {
  if (document?.startsWith(`${collections.pages}/`)) return 'body';
  return document?.startsWith(`${collections.sections}/`) ? 'content' : null;
}

/** The document and fields that decide a page's title and description, and whether that is the document's own. */
function headFields(route: string, { receipts, shown: { composition } }: CheckedSite) {
  const document = receipts.get(route)?.document ?? null;
  if (route === sitePaths.home)
    return {
      document: `${collections.settings}/general`,
      title: null,
      description: 'site_description',
      isDescribed: true,
    };
  const [collection, id = ''] = document?.split('/', 2) ?? [];
  const { values } = composition;
  const known = collection === collections.pages ? values.pages.get(id) : values.demo_pages.get(id);
  if (!known) return { document, title: null, description: null, isDescribed: true };
  const name = 'title' in known ? 'title' : 'heading';
  return {
    document,
    title: known.meta_title === null ? name : 'meta_title',
    description: 'meta_description',
    isDescribed: (known.meta_description ?? '').trim() !== '',
  };
}

const withoutOrigin = (src: string, { origin }: CheckedSite): string =>
  src.startsWith(`${origin}/`) ? src.slice(origin.length) : src;

/** The name of an image file, without its folder and query. */
function nameOf(src: string): string {
  const [path = src] = src.split(/[?#]/, 1);
  return decoded(path.slice(path.lastIndexOf('/') + 1)).replace(/^.*\//, '') || src;
}

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1_000).toLocaleString('en')} kB`;
