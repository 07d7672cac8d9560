import type { ChangeFreq, SitemapItem } from '@astrojs/sitemap';
import { isoDate } from './dates.ts';
import { archivePath, isOn, kinds, pathOf, type SlugKind, slugKinds } from './kinds/kinds.ts';
import type { Page } from './kinds/page.ts';
import { sitePaths } from './paths.ts';
import { defaultSettings, type Settings } from './kinds/settings.ts';
import { limits } from './limits.ts';

/** An item of a sitemap with a path instead of an address; `lastmod` is YYYY-MM-DD. */
export interface SitemapEntry extends Required<Pick<SitemapItem, 'lastmod' | 'priority'>> {
  path: string;
  changefreq: ChangeFreq;
}

/** The entry of a published document. */
export const documentEntry = (kind: SlugKind, { slug, updated_at }: Dated): SitemapEntry => ({
  path: pathOf(kind, slug),
  lastmod: isoDate(updated_at),
  changefreq: 'monthly',
  priority: kinds[kind].address?.priority ?? 0,
});

type Dated = Pick<Page, 'slug' | 'updated_at'>;

/**
 * Formats an entry as a line: path, date, frequency and priority, separated by spaces. An edit sorts and hashes
 * hundreds of entries, which takes a third of the time with strings instead of objects.
 */
export const lineOf = ({ path, lastmod, changefreq, priority }: SitemapEntry): string =>
  `${path} ${lastmod} ${changefreq} ${priority.toFixed(1)}`;

interface Site {
  frequency: Settings['seo']['sitemap_frequency'];
  /** YYYY-MM-DD, the date of the fixed entries. */
  today: string;
  /** The kinds that are switched on. */
  content?: Settings['content'];
}

/** The fixed entries of every sitemap: the homepage, the gallery and the archives, whose older pages are not listed. */
export const fixedEntries = ({ frequency, today, content = defaultSettings.content }: Site): SitemapEntry[] => [
  { path: sitePaths.home, lastmod: today, changefreq: frequency, priority: 1 },
  { path: sitePaths.demos, lastmod: today, changefreq: frequency, priority: 0.8 },
  ...slugKinds.flatMap((kind): SitemapEntry[] => {
    const path = isOn(kind, content) ? archivePath(kind, { page: 'newest', tag: null }) : null;
    return path === null
      ? []
      : [{ path, lastmod: today, changefreq: frequency, priority: kinds[kind].address?.priority ?? 0 }];
  }),
];

type Place = Pick<SitemapEntry, 'path' | 'priority'>;

/** Comparator of entries: pages before demos, each sorted by path. */
export const compareEntries = (one: Place, other: Place): number =>
  other.priority - one.priority || (one.path < other.path ? -1 : 1);

/** The documents of each kind; none of a kind that is absent. */
export type SitemapDocuments = {
  readonly [K in SlugKind]?: readonly Pick<Page, 'slug' | 'updated_at' | 'is_published'>[];
};

/** All entries of the sitemap: the fixed ones, then the published documents of kinds that are switched on, by path. */
export function sitemapEntries({ documents, ...site }: Site & { documents: SitemapDocuments }) {
  const { content = defaultSettings.content } = site;
  const entries = slugKinds
    .filter((kind) => isOn(kind, content))
    .flatMap((kind) =>
      (documents[kind] ?? []).filter((one) => one.is_published).map((one) => documentEntry(kind, one)),
    );
  return [...fixedEntries(site), ...entries.sort(compareEntries)];
}

/** The entries of one sitemap file. */
interface SitemapPart {
  /** One line per entry (`lineOf`), in the order of a sitemap. */
  text: string;
  /** The number of entries. */
  size: number;
  /** The newest date of the entries; empty if there are none. */
  lastmod: string;
}

/**
 * All entries except the fixed ones, grouped by the first binary digits of the hash of their path. The digits are the
 * name of a part. A single part has an empty name; a part that is too large is divided in two by one more digit. So an
 * added, removed or changed page affects only its part, and the same pages are always divided in the same way.
 */
export type SitemapParts = ReadonlyMap<string, SitemapPart>;

/** The maximum numbers of entries of a sitemap in one part, and of each of several parts. */
interface PartLimits {
  whole: number;
  part: number;
}

/** Lines of entries by path. */
type Entries = ReadonlyMap<string, string>;

/** The name of the part if one file contains all entries. */
export const onlyPart = '';

/** The name of the part with the fixed entries if there are several parts; other names consist of digits. */
export const fixedPart = 'main';

export const noSitemap: SitemapParts = new Map([[onlyPart, { text: '', size: 0, lastmod: '' }]]);

/**
 * Returns the parts that change if entries get these lines (undefined: removed entry). An undefined part is removed.
 */
export function changedParts(
  parts: SitemapParts,
  changes: Iterable<readonly [string, string | undefined]>,
  capacity: PartLimits = { whole: limits.sitemapUrls, part: limits.sitemapPartUrls },
): Map<string, SitemapPart | undefined> {
  const changed = new Map<string, Map<string, string> | undefined>();
  // Parts with added entries, which must be sorted. Changed entries keep their position.
  const unordered = new Set<string>();
  let hasRemoved = false;
  const sizeOf = (part: string): number | undefined => (changed.has(part) ? changed : parts).get(part)?.size;
  const lineAt = (part: string, path: string): string | undefined =>
    changed.has(part) ? changed.get(part)?.get(path) : lineIn(parts.get(part)?.text ?? '', path);
  const entriesIn = (part: string): Map<string, string> => changed.get(part) ?? read(parts.get(part)?.text ?? '');

  /** Merges all parts if their entries fit into one. */
  const mergeAll = (): void => {
    if (!hasRemoved || sizeOf(onlyPart) !== undefined) return;
    const names = [...new Set([...parts.keys(), ...changed.keys()])].filter((name) => sizeOf(name) !== undefined);
    if (names.reduce((sum, name) => sum + (sizeOf(name) ?? 0), 0) > capacity.whole) return;
    const entries = new Map(names.flatMap((name) => [...entriesIn(name)]));
    for (const name of names) changed.set(name, undefined);
    changed.set(onlyPart, entries);
    unordered.add(onlyPart);
  };

  for (const [path, line] of changes) {
    const part = partOf(path, (name) => sizeOf(name) !== undefined);
    const before = lineAt(part, path);
    if (before === line) continue;
    const entries = entriesIn(part);
    if (line === undefined) entries.delete(path);
    else entries.set(path, line);
    hasRemoved ||= line === undefined;
    if (line !== undefined && (before === undefined || priorityIn(line) !== priorityIn(before))) unordered.add(part);
    changed.set(part, entries);
  }

  /** Divides a part with too many entries, or merges it with its sibling if both fit into one. */
  const balance = (part: string): void => {
    const size = sizeOf(part);
    if (size === undefined) return;
    if (size > (part === onlyPart ? capacity.whole : capacity.part)) {
      for (const [half, some] of divided([...entriesIn(part)], part, capacity.part)) {
        changed.set(half, new Map(some));
        if (unordered.has(part)) unordered.add(half);
      }
      changed.set(part, undefined);
      return;
    }
    const siblingSize = part.length < 2 ? undefined : sizeOf(siblingOf(part));
    if (siblingSize === undefined || size + siblingSize > capacity.part) return;
    const parentPart = part.slice(0, -1);
    changed.set(parentPart, new Map([...entriesIn(part), ...entriesIn(siblingOf(part))]));
    changed.set(part, undefined).set(siblingOf(part), undefined);
    unordered.add(parentPart);
    balance(parentPart);
  };
  for (const part of [...changed.keys()]) balance(part);
  mergeAll();
  return new Map(
    [...changed].map(([part, entries]) => [
      part,
      entries && partFrom(unordered.has(part) ? inOrder(entries) : [...entries.values()]),
    ]),
  );
}

/**
 * Returns the index after parts changed: one line per part with name and newest date, sorted by name. Returns `index`
 * itself if it is unchanged. Undefined parts are removed; an empty part and a single part have no line.
 */
export function changedIndex(
  index: readonly string[],
  parts: ReadonlyMap<string, SitemapPart | undefined>,
): readonly string[] {
  const lines = [...parts].flatMap(([part, held]) =>
    part !== onlyPart && held?.size ? `${part} ${held.lastmod}` : [],
  );
  const others = index.filter((line) => !parts.has(line.slice(0, line.indexOf(' '))));
  const isSame = others.length + lines.length === index.length && lines.every((line) => index.includes(line));
  return isSame ? index : [...others, ...lines].sort();
}

type Entry = readonly [path: string, line: string];

/** Divides the entries of a part until no part has more than `most` entries. */
function divided(entries: readonly Entry[], part: string, most: number): [part: string, entries: readonly Entry[]][] {
  const halves: [Entry[], Entry[]] = [[], []];
  for (const entry of entries) halves[digitOf(entry[0], part.length)].push(entry);
  return halves.flatMap((half, digit) => {
    const name = part + String(digit);
    return half.length > most ? divided(half, name, most) : [[name, half]];
  });
}

/** Creates a part. `lastmod` is computed on demand, because a sitemap with a single part does not need it. */
function partFrom(lines: readonly string[]): SitemapPart {
  const [text, size] = [lines.join('\n'), lines.length];
  let day: string | null = null;
  return {
    text,
    size,
    get lastmod() {
      return (day ??= newest(text));
    },
  };
}

const read = (text: string): Map<string, string> =>
  new Map(text === '' ? [] : text.split('\n').map((line) => [pathIn(line), line]));

/** The line of the entry at a path. */
function lineIn(text: string, path: string): string | undefined {
  const isFirst = text.startsWith(`${path} `);
  const before = isFirst ? -1 : text.indexOf(`\n${path} `);
  if (before < 0 && !isFirst) return undefined;
  const end = text.indexOf('\n', before + 1);
  return text.slice(before + 1, end < 0 ? undefined : end);
}

const pathIn = (line: string): string => line.slice(0, line.indexOf(' '));
const priorityIn = (line: string): number => Number(line.slice(line.lastIndexOf(' ')));

const inOrder = (entries: Entries): string[] =>
  [...entries]
    .map(([path, line]) => ({ path, line, priority: priorityIn(line) }))
    .sort(compareEntries)
    .map(({ line }) => line);

function newest(text: string): string {
  let day = '';
  for (const line of text.split('\n')) {
    const [, own = ''] = line.split(' ', 2);
    if (own > day) day = own;
  }
  return day;
}

const digits = 32;

function partOf(path: string, isPart: (part: string) => boolean): string {
  const hash = hashOf(path);
  let part = onlyPart;
  while (part.length < digits && !isPart(part)) part += String(digitAt(hash, part.length));
  return part;
}

const digitOf = (path: string, index: number): 0 | 1 => digitAt(hashOf(path), index);
const digitAt = (hash: number, index: number): 0 | 1 => ((hash >>> (digits - 1 - index)) & 1 ? 1 : 0);
const siblingOf = (part: string): string => part.slice(0, -1) + (part.endsWith('0') ? '1' : '0');

/** FNV-1a hash of a path, mixed so that the hashes of similar paths differ in the first digits. */
function hashOf(path: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < path.length; index += 1) hash = Math.imul(hash ^ path.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
