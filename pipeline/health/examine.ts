import { addressOfReference, parseDocumentLink, readableTarget, referenceTo } from '@frontage/model/document-link';
import type { Finding, HealthRule } from '@frontage/model/health';
import { limits } from '@frontage/model/limits';
import { textsOf } from '@frontage/model/kinds/field';
import { fieldsOfType, hasSlugs, kindOf, kinds, nameOf as nameOfDocument } from '@frontage/model/kinds/kinds';
import { collections, isNameable, sitePaths } from '@frontage/model/paths';
import { normalizePath } from '@frontage/model/redirect';
import { addressLookup, documentsOf } from '../sync/compose.ts';
import type { RecordedReads } from './recorded-reads.ts';
import {
  type Cell,
  type CheckedSite,
  fileAt,
  type KnownPage,
  nameOfSubject,
  type SiteFacts,
  type Subject,
} from './site-facts.ts';

/** The findings about one subject, and the cells that they depend on. */
interface Examination {
  findings: readonly Finding[];
  reads: ReadonlySet<Cell>;
}

/** A running examination. */
interface Check {
  facts: SiteFacts;
  site: CheckedSite;
  /** The reads of other subjects: an address that one of them reads is linked. */
  others: Pick<RecordedReads, 'of'>;
  read(cell: Cell): void;
  add(found: Omit<Finding, 'path'>): void;
}

const largestImage = 500_000;

/** Checks one subject. A function of the facts, and of the links that `others` have recorded. */
export function examine(subject: Subject, facts: SiteFacts, others: Pick<RecordedReads, 'of'>): Examination {
  const findings: Finding[] = [];
  const reads = new Set<Cell>();
  const site = facts.site();
  if (site === null) return { findings, reads };
  const name = nameOfSubject(subject);
  const path = facts.pathOf(subject);
  const check: Check = {
    facts,
    site,
    others,
    read: (cell) => void reads.add(cell),
    add: (found) => void findings.push({ path, ...found }),
  };
  if (subject.startsWith('frame ')) examineFrame(name, path, check);
  else if (subject.startsWith('redirect ')) examineRedirect(name, check);
  else {
    const page = facts.page(name);
    if (page) examinePage({ route: name, page }, check);
  }
  return { findings, reads };
}

function examineFrame(frame: string, route: string, check: Check): void {
  for (const href of check.facts.linksOfFrame(frame)) {
    const problem = linkProblem(href, route, check);
    if (problem) check.add({ ...problem, ...placeInFrame(href, check.site) });
  }
}

/** The defect of a link; null if it works. */
function linkProblem(
  href: string,
  route: string,
  { facts, site: on, read }: Check,
): Pick<Finding, 'rule' | 'message'> | null {
  let target = targetOf(href, route, on);
  if (target === null) return null;
  const problem = (rule: HealthRule, message: string) => ({ rule, message: `“${readableTarget(href)}” ${message}` });
  if ('url' in target) {
    read(`external ${target.url}`);
    const failure = facts.externalFailure(target.url);
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
    return facts.isUnpublished(cell)
      ? problem('unpublished-link', 'is not published')
      : problem('dead-link', 'does not exist');
  }
  if (anchor === '' || anchor === 'top' || anchor.startsWith(':~:') || file.route === null) return null;
  read(`ids ${file.route}`);
  const page = facts.page(file.route);
  return !page || facts.hasId(page, anchor) ? null : problem('dead-anchor', `names no part of ${file.route}`);
}

interface ExaminedPage {
  route: string;
  page: KnownPage;
}

function examinePage(examined: ExaminedPage, check: Check): void {
  const { route, page } = examined;
  const { site, others, read, add } = check;
  const own = site.receipts.get(route)?.document ?? null;
  const documents = own === null ? documentsOn(route, site) : [own];
  examineLinks(examined, documents, check);
  for (const document of documents) examineDocument(document, check);
  examineBody(page, documents, check);
  examineMarkup(page, own, check);
  if (!page.isListed) return;
  examineHead(examined, check);
  if (own === null) return;
  for (const address of addressesOf(route)) read(`in ${address}`);
  if (isLinked(route, others)) return;
  const message = 'Neither a page nor the menu links here';
  add({ rule: 'orphan', message, document: own, field: null, find: null });
}

function examineLinks({ route, page }: ExaminedPage, documents: readonly string[], check: Check): void {
  // Most pages have no problem; in one with thousands, each link is found without reading all of them.
  let places: ReadonlyMap<string, Place> | null = null;
  for (const href of page.links) {
    const problem = linkProblem(href, route, check);
    if (!problem) continue;
    places ??= placesOfLinks(documents, check.site);
    check.add({ ...problem, ...(places.get(readableTarget(href)) ?? placeIn(documents, href)) });
  }
}

/** Checks a document's id, and its links to documents that are not shown. */
function examineDocument(document: string, { site, read, add }: Check): void {
  const [collection = '', id = ''] = document.split('/', 2);
  if (!isNameable(collection, id)) {
    const message = `The id “${id.slice(0, 20)}…” is too long for drafts, versions and the trash`;
    add({ rule: 'document-id', message, document, field: null, find: null });
  }
  for (const written of linesOf(site.shown.links.get(document))) {
    const link = parseDocumentLink(written);
    if (link === null) continue;
    const reference = referenceTo(link);
    read(`ref ${reference}`);
    if (addressOfDocument(reference, site) !== null) continue;
    const { values } = site.shown.composition;
    const known = documentsOf(link.kind, values).get(link.id);
    add({
      rule: known ? 'unpublished-link' : 'dead-link',
      message: known
        ? `“${nameOfDocument(link.kind, known)}” is not published`
        : `The ${link.kind} “${link.id}” does not exist`,
      ...fieldOfLink(document, written, site),
    });
  }
}

/** Checks images and headings of the content. */
function examineBody(page: KnownPage, documents: readonly string[], { site, add }: Check): void {
  const body = { document: documents.length === 1 ? (documents[0] ?? null) : null, field: textField(documents[0]) };
  for (const src of page.withoutAlt) {
    const message = `${nameOf(src)} has no alternative text`;
    add({ rule: 'image-alt', message, ...body, find: body.field && '![](' });
  }
  for (const src of page.images) {
    const file = site.files.get(withoutOrigin(src, site));
    if (file && file.size > largestImage)
      add({ rule: 'image-size', message: `${nameOf(src)} is ${kilobytes(file.size)}`, ...body, find: null });
  }
  for (const { text, level, after } of page.skippedHeadings) {
    const message = `The heading “${text}” has level ${String(level)}, the one before it level ${String(after)}`;
    add({ rule: 'heading-order', message, ...body, find: body.field && text });
  }
}

/** Checks the main heading, and the HTML as a whole. */
function examineMarkup(page: KnownPage, document: string | null, { add }: Check): void {
  const place = { document, field: null, find: null };
  if (page.topHeadings !== 1 && page.isListed) {
    const message =
      page.topHeadings === 0 ? 'There is no main heading' : `There are ${String(page.topHeadings)} main headings`;
    add({ rule: 'heading-order', message, ...place });
  }
  const invalid = [...page.repeatedIds.map((id) => `The id “${id}” occurs more than once`), ...(page.invalid ?? [])];
  for (const message of invalid) add({ rule: 'html', message, ...place });
}

/** Checks title and description. */
function examineHead(examined: ExaminedPage, check: Check): void {
  const place = headFields(examined.route, check.site);
  examineTitle(examined, { document: place.document, field: place.title, find: null }, check);
  // The gallery shows the description of the site.
  if (examined.route !== sitePaths.demos) examineDescription(examined, place, check);
}

function examineTitle({ route, page: { title } }: ExaminedPage, place: Place, { facts, read, add }: Check): void {
  if (title === null || title === '') {
    add({ rule: 'title-missing', message: 'The page has no title', ...place });
    return;
  }
  read(`title ${title}`);
  const others = facts.othersIn(`title ${title}`, route);
  if (others !== null) add({ rule: 'title-duplicate', message: `“${title}” is also the title of ${others}`, ...place });
  if (title.length > limits.metaTitle)
    add({ rule: 'title-long', message: `“${title}” has ${String(title.length)} characters`, ...place });
}

function examineDescription({ route, page }: ExaminedPage, head: ReturnType<typeof headFields>, check: Check): void {
  const { facts, site, read, add } = check;
  const { description } = page;
  const place = { document: head.document, field: head.description, find: null };
  read('settings');
  const general = site.shown.composition.settings.general.site_description?.replaceAll(/\s+/g, ' ').trim() ?? null;
  const isGeneral = description === general && route !== sitePaths.home;
  if (description === null || description === '' || isGeneral || !head.isDescribed) {
    add({ rule: 'description-missing', message: 'The page lacks its own description', ...place });
    return;
  }
  read(`description ${description}`);
  const others = description === general ? null : facts.othersIn(`description ${description}`, route);
  if (others !== null)
    add({ rule: 'description-duplicate', message: `The description is also used by ${others}`, ...place });
  const message = `The description has ${String(description.length)} characters`;
  if (description.length > limits.metaDescription) add({ rule: 'description-long', message, ...place });
}

function examineRedirect(from: string, check: Check): void {
  const { site: on, read } = check;
  const { own, old } = on.shown.composition.addresses;
  const redirect = own.get(from);
  if (!redirect) return;
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
  const problem = linkProblem(redirect.to, from, check);
  if (problem) check.add({ ...problem, message: `The target ${problem.message}`, ...place });
}

/** Whether another page, or a header or footer, links to a page. A redirect alone is no link. */
function isLinked(route: string, others: Check['others']): boolean {
  for (const address of addressesOf(route))
    for (const subject of others.of(`at ${address}`))
      if (subject !== `page ${route}` && !subject.startsWith('redirect ')) return true;
  return false;
}

const nowhere = { document: null, field: null, find: null };

/** The addresses of a route's page: a content page has two. */
function addressesOf(route: string): string[] {
  const prefix = sitePaths.page('');
  return route.startsWith(prefix) ? [route, sitePaths.shortPage(route.slice(prefix.length))] : [route];
}

/** The long address of a page's short one. */
const longAddress = (address: string): string =>
  /^\/[^/]+$/.test(address) ? sitePaths.page(address.slice(1)) : address;

/** The documents that a route without its own shows. */
function documentsOn(route: string, { shown }: CheckedSite): string[] {
  if (route !== sitePaths.home) return [];
  return [...shown.composition.sections]
    .filter(([, section]) => section.is_published && section.is_visible)
    .map(([id]) => `${collections.sections}/${id}`)
    .sort();
}

const linesOf = (links: string | undefined): string[] => links?.split('\n') ?? [];

function addressOfDocument(reference: string, { shown: { composition } }: CheckedSite): string | null {
  return addressOfReference(reference, addressLookup(composition));
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
  const [collection = '', id = ''] = document.split('/', 2);
  const kind = kindOf(collection);
  const value: unknown = kind && shown.composition.values[kinds[kind].collection].get(id);
  const links = kind === null ? [] : textsOf(kinds[kind].fields, value, ['target', 'link', 'links']);
  const field = links.find(({ text }) => text === written)?.field;
  return field === undefined
    ? { document, field: textField(document), find: written }
    : { document, field, find: null };
}

/** The field with the text of a document; null if its kind has none. */
const textField = (document = ''): string | null =>
  fieldsOfType(document.split('/', 1)[0] ?? '', ['markdown'])[0] ?? null;

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
  const [collection = '', id = ''] = document?.split('/', 2) ?? [];
  const kind = kindOf(collection);
  const known = kind && hasSlugs(kind) ? documentsOf(kind, composition.values).get(id) : undefined;
  if (!kind || !known) return { document, title: null, description: null, isDescribed: true };
  const { fields, nameField } = kinds[kind];
  const textOf = (name: string): unknown => Reflect.get(known, name) ?? null;
  const hasDescription = 'meta_description' in fields;
  return {
    document,
    title: textOf('meta_title') === null ? nameField : 'meta_title',
    description: hasDescription ? 'meta_description' : null,
    isDescribed: !hasDescription || String(textOf('meta_description') ?? '').trim() !== '',
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
