import { type QueryName, type SiteConfig, siteOrigin } from '@frontage/model/content';
import { addressOfReference, type DocumentReference, referenceOf } from '@frontage/model/document-link';
import { documentPath } from '@frontage/model/changes/write';
import { pathsOf, slugAt } from '@frontage/model/kinds/kinds';
import { blockingRules } from '@frontage/model/kinds/settings';
import { limits } from '@frontage/model/limits';
import { collections, isVersioned, sitePaths } from '@frontage/model/paths';
import type { PlanAnswer } from '@frontage/model/preview';
import type { SimulatedSite } from '../site/simulate-site.ts';
import type { ReleaseRecord } from '../site/store.ts';
import type { PageFacts } from '../health/page-facts.ts';
import type { SiteHealth } from '../health/site-health.ts';
import type { Plan, Receipt } from '../plan/plan.ts';
import type { Route } from '../plan/routes.ts';
import { type FileEntry, type Files, hasOtherTarget } from '../site/files.ts';
import { nextFiles } from '../site/next-files.ts';
import { nextRedirects } from '../site/next-redirects.ts';
import { addressOf, redirectPath } from '../site/redirects.ts';
import { discardingPageSink, type RenderedPage } from '../render/render-routes.ts';
import { type RenderedBytes, renderShard } from '../render/render-shard.ts';
import { addressLookup } from '../sync/compose.ts';
import { changedKeys, patchMap } from '../sync/patched-map.ts';
import type { TextScreen } from '../sync/text-screen.ts';
import { describeQueryName, mainQuery } from '../plan/queries.ts';
import { type InboundLink, inboundLinks } from './inbound-links.ts';

export interface PlanPorts {
  hash: (bytes: Uint8Array) => string;
  releases: () => readonly ReleaseRecord[];
  config: SiteConfig;
  /** The maximum number of pages that are rendered to find out whether they change, and which problems they add. */
  exactUpTo: number;
  health: Pick<SiteHealth, 'added'>;
  screen: Pick<TextScreen, 'isSlow'>;
  /** The facts of a page's HTML. */
  readPage: (html: string) => Promise<PageFacts>;
}

/** The addresses that would change for visitors, each with its reason, for the impact list. */
export async function planChanges(
  simulated: SimulatedSite,
  cause: Cause,
  { hash, releases, config, exactUpTo, health, screen, readPage }: PlanPorts,
): Promise<PlanAnswer> {
  const { addresses, isExact, isAll, ...next } = await changedAddresses(simulated, cause, {
    exactUpTo,
    hash,
    screen,
    readPage,
    origin: config.origin,
  });
  const blocking = new Set<string>(blockingRules(simulated.site.content.composition.settings.seo));
  const added = health.added({ ...next, isPartial: !isExact, shown: simulated.shown });
  const isOwnAddress = ({ path }: ChangedAddress): boolean => isOwn(path, cause.documents, simulated);
  const listed = sortChanges(addresses, isOwnAddress)
    .slice(0, limits.plannedChanges)
    .map((changed) => ({ ...changed, reason: reasonFor(changed, cause, simulated) }));
  const linking = linkingTo(addresses, { simulated, config, cause });
  return {
    changes: listed,
    total: addresses.length,
    exact: isExact,
    all: isAll,
    ms: expectedTime(addresses.length, releases()),
    inbound: linking.length,
    links: linking.slice(0, namedLinks),
    ...(added && {
      problems: added
        .slice(0, limits.plannedChanges)
        .map(({ rule, path, message }) => ({ rule, path, message, blocks: blocking.has(rule) })),
    }),
  };
}

const namedLinks = 20;

/** Pages that link to removed addresses, or by id to documents that are no longer shown, without the proposed document itself. */
function linkingTo(
  addresses: readonly ChangedAddress[],
  { simulated: { base, shown }, config, cause }: { simulated: SimulatedSite; config: SiteConfig; cause: Cause },
): InboundLink[] {
  const gone = addresses.flatMap(({ path, change }) =>
    change === 'removed' ? [...namesOf(path), ...withdrawnAt(path, { base, shown })] : [],
  );
  if (gone.length === 0) return [];
  const origin = siteOrigin({ settings: shown.composition.settings, config });
  return inboundLinks(shown, { to: new Set(gone), origin, except: cause.subject });
}

/** An address, and the other ones of its document. */
function namesOf(path: string): string[] {
  const found = slugAt(path);
  return found === null ? [path] : pathsOf(found.kind, found.slug);
}

/** The reference to the document that an address showed, if the document is no longer shown at all. */
function withdrawnAt(path: string, { base, shown }: Pick<SimulatedSite, 'base' | 'shown'>): DocumentReference[] {
  const reference = referenceOf(base.receipts.get(path)?.document ?? '');
  if (reference === null) return [];
  const address = addressOfReference(reference, addressLookup(shown.composition));
  return address === null ? [reference] : [];
}

const changeOrder = { removed: 0, added: 1, changed: 2 } as const;

/**
 * Sorts removals first, then additions, then changes; in each group, the documents' own addresses first, then by path.
 */
function sortChanges(
  addresses: readonly ChangedAddress[],
  isOwnAddress: (changed: ChangedAddress) => boolean,
): ChangedAddress[] {
  const rank = (changed: ChangedAddress): number => 2 * changeOrder[changed.change] + (isOwnAddress(changed) ? 0 : 1);
  const known = new Map(addresses.map((changed) => [changed, rank(changed)]));
  const rankOf = (changed: ChangedAddress): number => known.get(changed) ?? 0;
  return [...addresses].sort((a, b) => rankOf(a) - rankOf(b) || (a.path < b.path ? -1 : 1));
}

/** An address whose response would change for visitors. */
interface ChangedAddress {
  path: string;
  change: 'added' | 'changed' | 'removed';
  /** The target if it would redirect; null otherwise. */
  to: string | null;
}

interface Changes {
  addresses: ChangedAddress[];
  files: Files;
  receipts: SimulatedSite['base']['receipts'];
  /** The facts of rendered pages by route; undefined for a removed page. */
  pages: ReadonlyMap<string, PageFacts | undefined>;
  /** Whether the pages were rendered and compared. */
  isExact: boolean;
  /** Whether every live page changes. */
  isAll: boolean;
}

/**
 * The addresses that a step to a simulated site would change. If the step renders more than `exactUpTo` pages, only the
 * first ones are rendered here, for their findings, and all are reported as changed, although some may stay the same.
 */
async function changedAddresses(
  simulated: SimulatedSite,
  cause: Cause,
  {
    exactUpTo,
    hash,
    screen,
    readPage,
    origin,
  }: Pick<PlanPorts, 'exactUpTo' | 'hash' | 'screen' | 'readPage'> & { origin: string },
): Promise<Changes> {
  const { plan, routes } = simulated.plan();
  const isExact = plan.render.length <= exactUpTo;
  const planned = plan.render.flatMap(({ route }) => routes.get(route) ?? []);
  const rendered = isExact ? planned : mostAffected(planned, simulated, cause).slice(0, exactUpTo);
  const facts = new Map<string, PageFacts | undefined>(plan.remove.map(({ path }) => [path, undefined]));
  const made: [string, Receipt][] = [];
  const onPage = async (receipt: Receipt, { contentType, body }: RenderedBytes): Promise<void> => {
    made.push([receipt.route, receipt]);
    if (contentType.startsWith('text/html')) facts.set(receipt.route, await readPage(new TextDecoder().decode(body)));
  };
  const renderedNow = await renderedPages(rendered, simulated, { hash, screen, onPage });
  const pages = isExact ? renderedNow : planned.map(placeholderPage);
  const files = await filesAfter(simulated, { pages, plan, hash, origin });
  const addresses = compare(simulated.site.files, files);
  const receipts = patchMap(simulated.base.receipts, made);
  return { addresses, files, receipts, pages: facts, isExact, isAll: isEveryPage(simulated.site.files, addresses) };
}

/**
 * Routes in the order in which a change can add problems: those of the changed documents, those whose own content
 * differs, then those of which only shared parts such as the menu differ. One page shows the problems of shared parts.
 */
function mostAffected(
  routes: readonly Route[],
  { base, answers }: SimulatedSite,
  { documents }: Cause,
): readonly Route[] {
  const rank = ({ path, document }: Route): number => {
    const receipt = base.receipts.get(path);
    if (document !== null && (documents.has(document) || receipt?.document !== document)) return 0;
    const differing = [...(receipt?.reads ?? [])].flatMap(([key, hash]) => (answers.hash(key) === hash ? [] : [key]));
    return sharedParts.has(mainQuery(differing)) ? 2 : 1;
  };
  const ranked = [0, 1, 2].map((): Route[] => []);
  for (const route of routes) ranked[rank(route)]?.push(route);
  return ranked.flat();
}

/** The queries that most pages read for their header, footer and head. */
const sharedParts: ReadonlySet<QueryName | undefined> = new Set(['navigation', 'site', undefined]);

async function renderedPages(
  routes: readonly Route[],
  { renderer, threads, answers }: SimulatedSite,
  {
    hash,
    screen,
    onPage,
  }: Pick<PlanPorts, 'hash' | 'screen'> & { onPage: (receipt: Receipt, page: RenderedBytes) => Promise<void> },
): Promise<RenderedPage[]> {
  const lane = threads?.alone(answers, { lane: 'previews', marks: false });
  const slow = lane ? { isSlow: screen.isSlow, lane } : null;
  const pages: RenderedPage[] = [];
  for (const route of routes) {
    const [rendered] = await renderShard([route], { once: false, renderer, answers, hash, slow });
    if (rendered?.page) {
      await onPage(rendered.receipt, rendered.page);
      const { hash: bytes, contentType, size } = rendered.page;
      pages.push({ route, hash: bytes, contentType, size });
    }
    // Preview requests are answered between two pages.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return pages;
}

const placeholderPage = (route: Route): RenderedPage => ({ route, hash: '', contentType: '', size: 0 });

function filesAfter(
  { site, base, shown }: SimulatedSite,
  {
    pages,
    plan,
    hash,
    origin,
  }: { pages: RenderedPage[]; plan: Plan; hash: (bytes: Uint8Array) => string; origin: string },
): Promise<Files> {
  const removed = plan.remove.map(({ path }) => path);
  const { staticFiles } = base;
  const files = nextFiles({ base: base.files, staticFiles, staticChanges: new Map(), pages, removed });
  return nextRedirects({
    base: base.files,
    files,
    addresses: shown.composition.addresses,
    before: base === site ? site.content.composition.addresses : null,
    origin,
    hash,
    keeping: discardingPageSink,
  });
}

/** The addresses that differ between two releases. Files that are not visited directly are omitted. */
function compare(before: Files, after: Files): ChangedAddress[] {
  const changes = new Map<string, ChangedAddress>();
  for (const path of changedKeys(before, after)) {
    const [old, file] = [before.get(path), after.get(path)];
    const address = addressIn(path, old, file);
    const change = changeOf(old, file);
    if (address === null || change === null) continue;
    changes.set(address, { path: address, change, to: file?.redirect?.to ?? null });
  }
  // A page has two addresses, and so does a redirect to it. The short one is omitted if both change in the same way.
  return [...changes.values()].filter(({ path, change, to }) => {
    const longer = changes.get(sitePaths.page(path.slice(1)));
    return longer === undefined || longer.change !== change || longer.to !== to;
  });
}

function isEveryPage(files: Files, changes: readonly ChangedAddress[]): boolean {
  const changed = new Set(changes.map(({ path }) => path));
  for (const [path, file] of files) {
    if (file.kind !== 'page' || file.redirect !== undefined || !path.endsWith('.html')) continue;
    const address = addressIn(path, undefined, file) ?? '';
    if (!changed.has(address) && !changed.has(sitePaths.page(address.slice(1)))) return false;
  }
  return changed.size > 0;
}

function addressIn(path: string, old: FileEntry | undefined, file: FileEntry | undefined): string | null {
  if (
    [old, file].some((entry) => entry !== undefined && entry.kind !== 'page') ||
    isVersioned(path) ||
    path.startsWith(`${sitePaths.search}/`)
  )
    return null;
  if (path === '/index.html') return sitePaths.home;
  return path.endsWith(redirectPath('')) ? addressOf(path) : path;
}

function changeOf(old: FileEntry | undefined, file: FileEntry | undefined): ChangedAddress['change'] | null {
  const [was, is] = [old, file].map((entry) => entry !== undefined && entry.redirect === undefined);
  if (was !== is && (was || is)) return is ? 'added' : 'removed';
  if (old === undefined) return 'added';
  if (file === undefined) return 'removed';
  const isSame = old.hash === file.hash && old.contentType === file.contentType && !hasOtherTarget(old, file);
  return isSame ? null : 'changed';
}

/** The documents that would be written, whose addresses are marked as own. */
interface Cause {
  /** The proposed document; null for all waiting changes. */
  subject: string | null;
  documents: ReadonlySet<string>;
  isDeleted: (document: string) => boolean;
}

/** Why an address changes, in editors' terms: `in the menu`. */
function reasonFor(
  { path, change, to }: ChangedAddress,
  { documents, isDeleted }: Cause,
  { base, shown, answers, renderer }: Pick<SimulatedSite, 'base' | 'shown' | 'answers' | 'renderer'>,
): string {
  const receipt = base.receipts.get(path);
  if (change === 'removed') {
    if (to !== null) return `redirects to ${to}`;
    if (receipt === undefined) return 'redirect removed';
    if (receipt.document === null) return isPart(path) ? describeQueryName('sitemap') : 'switched off in the settings';
    if (!documents.has(receipt.document)) return 'loses its address';
    return isDeleted(receipt.document) ? 'deleted' : 'unpublished';
  }
  if (to !== null) return `redirects to ${to}`;
  if (isOwn(path, documents, { base, shown })) return 'the page itself';
  if (receipt === undefined) return isPart(path) ? describeQueryName('sitemap') : 'now has this address';
  const differing = [...receipt.reads].flatMap(([key, hash]) => (answers.hash(key) === hash ? [] : [key]));
  const query = mainQuery(differing);
  if (query === undefined)
    return receipt.fingerprint === renderer.fingerprint ? 'shows changed content' : 'the templates were recompiled';
  const settings = query === 'site' ? Object.keys(settingWords).filter((setting) => documents.has(setting)) : [];
  return settings.map((setting) => settingWords[setting]).join(', ') || describeQueryName(query);
}

/** Whether an address is, or was, that of one of these documents. */
function isOwn(
  path: string,
  documents: ReadonlySet<string>,
  { base, shown }: Pick<SimulatedSite, 'base' | 'shown'>,
): boolean {
  const holders = [base.receipts.get(path)?.document, documentAt(path, shown.composition)];
  return holders.some((holder) => holder != null && documents.has(holder));
}

const isPart = (path: string): boolean => path.startsWith('/sitemap');

function documentAt(path: string, { published }: SimulatedSite['shown']['composition']): string | null {
  const found = slugAt(path);
  const document = found && published[found.kind].get(found.slug);
  return found && document ? documentPath(found.kind, document.id) : null;
}

const settingWords: Readonly<Record<string, string>> = {
  [`${collections.settings}/branding`]: 'branding is on all pages',
  [`${collections.settings}/social_links`]: 'social links are on all pages',
  [`${collections.settings}/general`]: 'the site description appears on every page',
  [`${collections.settings}/seo`]: 'verification is on all pages',
  [`${collections.settings}/visitors`]: 'search, feed and language are on all pages',
  [`${collections.settings}/ga4_id`]: 'analytics are on all pages',
};

// Milliseconds of a small machine for a page and for a step, used if there are no previous releases.
const usualPage = 1.5;

const usualStep = 40;

/** From this number of changed pages, the time of a release is proportional to the pages. */
const manyPages = 100;

/** Estimates the milliseconds from publishing until visitors see this many changed pages, from the newest releases. */
function expectedTime(changed: number, releases: readonly Pick<ReleaseRecord, 'ms' | 'added' | 'changed'>[]): number {
  const newest = releases.slice(0, 20).map(({ ms, added, changed: pages }) => ({ ms, pages: added + pages }));
  const large = newest.filter(({ pages }) => pages >= manyPages).map(({ ms, pages }) => ms / pages);
  const small = newest.filter(({ pages }) => pages < manyPages).map(({ ms }) => ms);
  const page = median(large) ?? usualPage;
  return Math.round((median(small) ?? usualStep) + changed * page);
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
