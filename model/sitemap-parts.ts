import { limits } from './limits.ts';
import { byPlace, type SitemapEntry } from './sitemap.ts';

/** Entries that lie in one file. */
export interface SitemapPart {
  /** By path, in a sitemap's order. */
  entries: ReadonlyMap<string, SitemapEntry>;
  /** The newest day among them; empty where there is none. */
  lastmod: string;
}

/**
 * All entries but the fixed ones, by the binary digits with which the hashes of their paths begin: in one part, whose name
 * is empty, until they are too many; then in two, and a part that has too many is two parts of a digit more. So a page that comes, goes or
 * changes touches its own part alone, at any size, and the same pages are always cut in the same way.
 */
export type SitemapParts = ReadonlyMap<string, SitemapPart>;

/** How many entries a sitemap may have that is one part, and how many a part of several. */
export interface Room {
  whole: number;
  part: number;
}

type Entry = readonly [path: string, entry: SitemapEntry];

/** The part of all entries, while one file holds them. */
export const onlyPart = '';

/** Holds the fixed entries where there are several parts; no name of digits. */
export const fixedPart = 'main';

export const noSitemap: SitemapParts = new Map([[onlyPart, { entries: new Map(), lastmod: '' }]]);

/** The parts that differ once these entries, by path, are set or, where undefined, gone; undefined stands for no part. */
export function changedParts(
  parts: SitemapParts,
  changes: Iterable<readonly [string, SitemapEntry | undefined]>,
  room: Room = { whole: limits.sitemapUrls, part: limits.sitemapPartUrls },
): Map<string, SitemapPart | undefined> {
  const changed = new Map<string, Map<string, SitemapEntry> | undefined>();
  // An entry that takes another one's place stands where that stood: only those that come are to be put in order.
  const unordered = new Set<string>();
  let hasLess = false;
  const held = (part: string): ReadonlyMap<string, SitemapEntry> | undefined =>
    changed.has(part) ? changed.get(part) : parts.get(part)?.entries;

  /** Joins all parts where they fit into one. */
  const becomeWhole = (): void => {
    if (!hasLess || held(onlyPart) !== undefined) return;
    const names = [...new Set([...parts.keys(), ...changed.keys()])];
    const all = names.flatMap((name) => held(name) ?? []);
    if (all.reduce((sum, { size }) => sum + size, 0) > room.whole) return;
    const entries = new Map(all.flatMap((one) => [...one]));
    for (const name of names) changed.set(name, undefined);
    changed.set(onlyPart, entries);
    unordered.add(onlyPart);
  };

  for (const [path, entry] of changes) {
    const part = partOf(path, (name) => held(name) !== undefined);
    const before = held(part)?.get(path);
    if (before === undefined ? entry === undefined : entry !== undefined && says(before, entry)) continue;
    const entries = changed.get(part) ?? new Map(held(part));
    if (entry) entries.set(path, entry);
    else entries.delete(path);
    hasLess ||= entry === undefined;
    if (entry && entry.priority !== before?.priority) unordered.add(part);
    changed.set(part, entries);
  }

  /** Divides a part that has too many entries, joins one with its neighbour where both fit into one. */
  const settle = (part: string): void => {
    const entries = held(part);
    if (entries === undefined) return;
    if (entries.size > (part === onlyPart ? room.whole : room.part)) {
      changed.set(part, undefined);
      for (const [half, some] of divided([...entries], part, room.part)) {
        changed.set(half, new Map(some));
        if (unordered.has(part)) unordered.add(half);
      }
      return;
    }
    const neighbour = part.length < 2 ? undefined : held(neighbourOf(part));
    if (neighbour === undefined || entries.size + neighbour.size > room.part) return;
    const whole = part.slice(0, -1);
    changed.set(part, undefined).set(neighbourOf(part), undefined);
    changed.set(whole, new Map([...entries, ...neighbour]));
    unordered.add(whole);
    settle(whole);
  };
  for (const part of [...changed.keys()]) settle(part);
  becomeWhole();
  return new Map(
    [...changed].map(([part, entries]) => [
      part,
      entries && partFrom(unordered.has(part) ? inOrder(entries) : entries),
    ]),
  );
}

/** The newest day in each of several parts, undefined where it is gone or has none. Of a sitemap that is one part nobody asks. */
export function* newestDays(
  parts: Iterable<readonly [part: string, held: SitemapPart | undefined]>,
): Generator<[part: string, day: string | undefined]> {
  for (const [part, held] of parts) if (part !== onlyPart) yield [part, held?.lastmod || undefined];
}

/** The parts into which one that has too many entries falls, each with its own. */
function divided(entries: readonly Entry[], part: string, most: number): [part: string, entries: readonly Entry[]][] {
  const halves: [Entry[], Entry[]] = [[], []];
  for (const entry of entries) halves[digitOf(entry[0], part.length)].push(entry);
  return halves.flatMap((half, digit) => {
    const name = part + String(digit);
    return half.length > most ? divided(half, name, most) : [[name, half]];
  });
}

/** The newest day is looked for when somebody asks: of a sitemap that is one part nobody does. */
function partFrom(entries: ReadonlyMap<string, SitemapEntry>): SitemapPart {
  let day: string | null = null;
  return {
    entries,
    get lastmod() {
      return (day ??= newest(entries));
    },
  };
}

const inOrder = (entries: ReadonlyMap<string, SitemapEntry>): ReadonlyMap<string, SitemapEntry> =>
  new Map([...entries].sort(([, one], [, other]) => byPlace(one, other)));

const says = (one: SitemapEntry, other: SitemapEntry): boolean =>
  one.lastmod === other.lastmod && one.priority === other.priority && one.changefreq === other.changefreq;

function newest(entries: ReadonlyMap<string, SitemapEntry>): string {
  let day = '';
  for (const { lastmod } of entries.values()) if (lastmod > day) day = lastmod;
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
const neighbourOf = (part: string): string => part.slice(0, -1) + (part.endsWith('0') ? '1' : '0');

/** The path's FNV-1a hash, mixed so that addresses that differ little lie far apart. */
function hashOf(path: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < path.length; index += 1) hash = Math.imul(hash ^ path.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
