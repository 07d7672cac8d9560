import { foldText } from './fold.ts';
import { limits } from './limits.ts';
import { lowerBound } from './similar-words.ts';

/**
 * The index of the site's search: a file per shard, so that a browser loads only the shards of the entered words and of
 * the shown results. The lines of words and of results are sorted by their keys and cut before certain lines, which
 * the hash of the key decides. So an edit affects only the shards of changed words, and equal content always yields equal shards.
 *
 * A line of a word shard is a term, a space and three lists of document keys divided by `|`: documents with the term in
 * the title, prominent in the text, and elsewhere in the text. `*` stands for a list that is too long. A line of a
 * result shard is a document key, a space, and path, title and summary divided by tabs.
 */
export interface SearchIndex {
  /** Shards by name, and the shard `searchStarts`. */
  shards: ReadonlyMap<string, SearchShard>;
  /** The first keys of the shards of words and of results, sorted. The first shard starts with an empty key. */
  starts: Readonly<Record<ShardKind, readonly string[]>>;
}

export type ShardKind = 'w' | 'r';

/** The lines of a shard, sorted. */
export type SearchShard = readonly string[];

/** The shard with the first keys of all others: one line for words and one for results, divided by spaces. */
export const searchStarts = 'starts';

/** A published document as the search shows it. */
export interface SearchDocument {
  path: string;
  title: string;
  description: string | null;
  /** The words that visitors read, one line for each block. */
  text: string;
  /** The text below the title of a result. */
  summary: string;
}

/** A changed document; null where it is not public. `before` and `after` are read once each. */
export interface SearchChange {
  /** `{collection}/{id}`. */
  readonly document: string;
  readonly before: SearchDocument | null;
  readonly after: SearchDocument | null;
}

// ── Terms ───────────────────────────────────────────────────────────────────────────────────────────────────────

const longestTerm = 24;

// Scripts without spaces between words are searched by pairs of letters. Words and numbers of others between them are
// words: authors write "使用Docker部署".
const scripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Khmer', 'Lao'].map((name) => `\\p{scx=${name}}`).join('');
const withoutSpaces = new RegExp(`[${scripts}]`, 'u');
const runs = new RegExp(`[${scripts}]+|[^${scripts}]+`, 'gu');

const isAscii = /^[\0-\x7f]*$/;

/** The terms of a text in their order, with repetitions. */
export function termsIn(text: string): readonly string[] {
  const words = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const isPlain = (word: string): boolean =>
    word.length <= longestTerm && (isAscii.test(word) || !withoutSpaces.test(word));
  return words.every(isPlain) ? words : words.flatMap((word) => (isPlain(word) ? word : partsOf(word)));
}

const partsOf = (word: string): string[] =>
  (word.match(runs) ?? []).flatMap((run) => {
    if (!withoutSpaces.test(run)) return run.slice(0, longestTerm);
    const letters = [...run];
    return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`);
  });

/** The lists of a line, by the weight of their documents. */
const weights = ['title', 'strong', 'text'] as const;
type Weight = (typeof weights)[number];

// A term that occurs this often is prominent.
const prominent = 3;

const weightOf = (occurrences: number): Weight | undefined => {
  if (occurrences === 0) return undefined;
  return occurrences === Infinity ? 'title' : occurrences >= prominent ? 'strong' : 'text';
};

// ── Shards ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** The average length of a shard. */
const averageLength: Record<ShardKind, number> = { w: 6_000, r: 2_500 };

/** Whether a shard starts with this line. The probability grows with the length of the line. */
const isStart = (kind: ShardKind, key: string, line: string): boolean =>
  hashOf(key, seeds[0]) / 2 ** 32 < servedLine(line).length / averageLength[kind];

/** The name of the shard that starts with a key. */
export const shardName = (kind: ShardKind, start: string): string =>
  `${kind}-${start.replaceAll(/[^a-z0-9]/g, (letter) => `_${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)}`;

/** The index in `starts` of the shard with a key. */
export function shardOf(starts: readonly string[], key: string): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? '') <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A changed line; undefined for a removed one. */
type LineChange = readonly [key: string, line: string | undefined];

/** Returns the changed shards by their first key; undefined for a removed one. `changes` are sorted by key. */
function changedShards(
  kind: ShardKind,
  { get, starts }: { get: (name: string) => SearchShard | undefined; starts: readonly string[] },
  changes: readonly LineChange[],
): Map<string, SearchShard | undefined> {
  const linesOf = (start: string): SearchShard => get(shardName(kind, start)) ?? [];
  const changed = new Map<string, string[] | undefined>();
  const groups = [...Map.groupBy(changes, ([key]) => shardOf(starts, key))].sort(([one], [other]) => one - other);
  let last = { index: -1, start: '' };
  for (const [index, some] of groups) {
    const start = starts[index] ?? '';
    let shard: string[] | null = start === '' ? [] : null;
    changed.set(start, shard ?? undefined);
    // Lines before the next start belong to the previous shard if this shard's first line was removed.
    let current = start === '' ? '' : last.index === index - 1 ? last.start : (starts[index - 1] ?? '');
    const changedKeys = new Set(some.map(([key]) => key));
    for (const line of merged(linesOf(start), some)) {
      const key = keyOf(line);
      if (changedKeys.has(key) ? isStart(kind, key, line) : key === start) [current, shard] = [key, []];
      else shard ??= [...(changed.get(current) ?? linesOf(current))];
      shard.push(line);
      changed.set(current, shard);
    }
    last = { index, start: current };
  }
  const isSame = (one: SearchShard, other: SearchShard | undefined): boolean =>
    one.length === other?.length && one.every((line, index) => line === other[index]);
  return new Map([...changed].filter(([start, shard]) => !shard || !isSame(shard, get(shardName(kind, start)))));
}

/** The line of a key in a shard. */
export function lineOf(shard: SearchShard, key: string): string | undefined {
  const start = `${key} `;
  const line = shard[lowerBound(shard, start)];
  return line?.startsWith(start) ? line : undefined;
}

const keyOf = (line: string): string => line.slice(0, line.indexOf(' '));

/** Sorted lines with sorted changes. */
function merged(lines: SearchShard, changes: readonly LineChange[]): SearchShard {
  const result: string[] = [];
  let from = 0;
  for (const [key, line] of changes) {
    const start = `${key} `;
    for (; from < lines.length && (lines[from] ?? '') < start; from += 1) result.push(lines[from] ?? '');
    if (lines[from]?.startsWith(start)) from += 1;
    if (line !== undefined) result.push(line);
  }
  for (; from < lines.length; from += 1) result.push(lines[from] ?? '');
  return result;
}

/** The served text of a shard. */
export const servedShard = (shard: SearchShard): string => shard.map(servedLine).join('\n');

/** Replaces lists that are too long. Lines of results are not lists, and shorter. */
function servedLine(line: string): string {
  if (line.length <= limits.searchPostings * keyLength) return line;
  const [term = '', lists = ''] = line.split(' ', 2);
  return `${term} ${lists
    .split('|')
    .map((keys) => (keys.length > limits.searchPostings * keyLength ? '*' : keys))
    .join('|')}`;
}

/** No index: the site has no search. */
export const noSearch: SearchIndex = { shards: new Map(), starts: { w: [''], r: [''] } };

/** The index of no documents. */
export const emptySearch: SearchIndex = {
  shards: new Map([
    [shardName('w', ''), []],
    [shardName('r', ''), []],
    [searchStarts, ['', '']],
  ]),
  starts: { w: [''], r: [''] },
};

// ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** The shards that change, by name (undefined: removed), and the new starts. */
export interface ChangedSearch {
  shards: Map<string, SearchShard | undefined>;
  starts: SearchIndex['starts'];
}

/** The index changed by documents. */
export function changedSearch(index: SearchIndex, changes: readonly SearchChange[]): ChangedSearch {
  const steps = searchSteps(index, changes);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The number of lines, terms or documents in a step: a few milliseconds of work. */
const stepSize = 500;

/**
 * Like `changedSearch`, in steps of a few milliseconds: the index of a site of ten thousand pages takes ten seconds. A
 * step reads one document, which the step before yields.
 */
export function* searchSteps(
  index: SearchIndex,
  changes: readonly SearchChange[],
): Generator<SearchChange | undefined, ChangedSearch, undefined> {
  const terms = new Map<string, TermChanges>();
  const resultLines: LineChange[] = [];
  // In the order of the keys, so that the keys of each term need no sorting.
  const keyed = changes.map((change) => ({ change, key: documentKey(change.document) }));
  for (const { change, key } of keyed.sort((one, other) => (one.key < other.key ? -1 : 1))) {
    yield change;
    const { before, after } = change;
    if (before && after && isSameDocument(before, after)) continue;
    const short = key.slice(0, keyLength);
    for (const term of countTerms(terms, { before, after })) {
      const [was, is] = [weightOf(term.before), weightOf(term.after)];
      if (was !== is) term.changes.push(short, was, is);
      [term.before, term.after] = [0, 0];
    }
    const [oldLine, line] = [before && resultLine(key, before), after && resultLine(key, after)];
    if (oldLine !== line) resultLines.push([key, line ?? undefined]);
  }
  const wordLines: LineChange[] = [];
  let count = 0;
  for (const [term, { changes: some }] of terms) {
    if (some.length > 0) wordLines.push([term, changedLine(index, term, some)]);
    if ((count += 1) % stepSize === 0) yield;
  }
  terms.clear();
  const words = yield* applyLines('w', index, yield* sortInSteps(wordLines));
  const results = yield* applyLines('r', index, resultLines);
  const starts = { w: words.starts, r: results.starts };
  const shards = new Map([...words.shards, ...results.shards]);
  if (starts.w !== index.starts.w || starts.r !== index.starts.r)
    shards.set(searchStarts, [starts.w.join(' '), starts.r.join(' ')]);
  return { shards, starts };
}

interface ChangedLines {
  /** By name; undefined for a removed shard. */
  shards: Map<string, SearchShard | undefined>;
  starts: readonly string[];
}

/** Changes sorted lines in steps. Each step changes the index that the previous one has left. */
function* applyLines(
  kind: ShardKind,
  index: SearchIndex,
  lines: readonly LineChange[],
): Generator<undefined, ChangedLines, undefined> {
  const shards: ChangedLines['shards'] = new Map();
  const get = (name: string): SearchShard | undefined => (shards.has(name) ? shards.get(name) : index.shards.get(name));
  let starts = index.starts[kind];
  for (let from = 0; from < lines.length; from += stepSize) {
    const changed = changedShards(kind, { get, starts }, lines.slice(from, from + stepSize));
    starts = changedStarts(starts, changed);
    for (const [start, shard] of changed) shards.set(shardName(kind, start), shard);
    if (from + stepSize < lines.length) yield;
  }
  return { shards, starts };
}

function changedStarts(
  before: readonly string[],
  changed: ReadonlyMap<string, SearchShard | undefined>,
): readonly string[] {
  const isKnown = (start: string): boolean => before[shardOf(before, start)] === start;
  // Most changes add and remove no shard, and a site has thousands.
  const moved = [...changed].filter(([start, shard]) => isKnown(start) !== (shard !== undefined));
  if (moved.length === 0) return before;
  const starts = new Set(before);
  for (const [start, shard] of moved) {
    if (shard) starts.add(start);
    else starts.delete(start);
  }
  return [...starts].sort();
}

/** A term in the changed documents. One object per term: a map per document takes three times as long. */
interface TermChanges {
  /** Flat groups of a document's key, and the weight of the term in it before and after. */
  changes: (string | undefined)[];
  /** Occurrences in one document before and after; infinite for a term in the title. */
  before: number;
  after: number;
}

type Side = 'before' | 'after';

/** Counts the terms of a document before and after; returns those in it that can have another weight. */
function countTerms(terms: Map<string, TermChanges>, { before, after }: Pick<SearchChange, Side>): TermChanges[] {
  const found: TermChanges[] = [];
  const { own, shared } = splitTexts(before?.text ?? '', after?.text ?? '');
  const wanted = before && after && changedTerms([before, after], own);
  if (wanted?.size === 0) return found;
  const count = (sides: readonly Side[], text: string | null | undefined, weight: number): void => {
    for (const term of text ? termsIn(text) : []) {
      if (wanted && !wanted.has(term)) continue;
      let known = terms.get(term);
      if (!known) terms.set(term, (known = { changes: [], before: 0, after: 0 }));
      if (known.before + known.after === 0) found.push(known);
      for (const side of sides) known[side] += weight;
    }
  };
  count(['before', 'after'], shared, 1);
  for (const [side, document, text] of [
    ['before', before, own[0]],
    ['after', after, own[1]],
  ] as const) {
    count([side], text, 1);
    count([side], document?.description, prominent);
    count([side], document?.title, Infinity);
  }
  return found;
}

/** The terms in the parts of a document that differ. */
function changedTerms([before, after]: readonly [SearchDocument, SearchDocument], texts: Pair): Set<string> {
  const parts: Pair[] = [[before.title, after.title], [before.description ?? '', after.description ?? ''], texts];
  return new Set(parts.flatMap(([one, other]) => (one === other ? [] : [...termsIn(one), ...termsIn(other)])));
}

type Pair = readonly [before: string, after: string];

/** The lines of two texts that differ, and the lines around them. The terms of a text are those of its lines. */
function splitTexts(before: string, after: string): { own: Pair; shared: string } {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  if (start === before.length && start === after.length) return { own: ['', ''], shared: before };
  start = start === 0 ? 0 : before.lastIndexOf('\n', start - 1) + 1;
  let end = 0;
  const letterAt = (text: string, fromEnd: number): number => text.charCodeAt(text.length - 1 - fromEnd);
  while (end < shortest - start && letterAt(before, end) === letterAt(after, end)) end += 1;
  const lineEnd = end === 0 ? -1 : before.indexOf('\n', before.length - end);
  end = lineEnd === -1 ? 0 : before.length - lineEnd;
  const own: Pair = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  return { own, shared: before.slice(0, start) + before.slice(before.length - end) };
}

/** Sorts lines by their keys, which differ: parts of them at once, then merged in pairs. */
function* sortInSteps(lines: readonly LineChange[]): Generator<undefined, readonly LineChange[], undefined> {
  let parts: LineChange[][] = [];
  for (let from = 0; from < lines.length; from += stepSize) {
    parts.push(lines.slice(from, from + stepSize).sort(([one], [other]) => (one < other ? -1 : 1)));
    if (from + stepSize < lines.length) yield;
  }
  while (parts.length > 1) {
    const pairs: LineChange[][] = [];
    for (let index = 0; index < parts.length; index += 2)
      pairs.push(yield* mergeInSteps(parts[index] ?? [], parts[index + 1] ?? []));
    parts = pairs;
  }
  return parts[0] ?? [];
}

function* mergeInSteps(
  one: readonly LineChange[],
  other: readonly LineChange[],
): Generator<undefined, LineChange[], undefined> {
  const all: LineChange[] = [];
  for (let [left, right] = [0, 0]; left + right < one.length + other.length;) {
    const [first, second] = [one[left], other[right]];
    const isLeft = first !== undefined && (second === undefined || first[0] < second[0]);
    const next = isLeft ? one[left++] : other[right++];
    if (next) all.push(next);
    if (all.length % (4 * stepSize) === 0) yield;
  }
  return all;
}

const isSameDocument = (one: SearchDocument, other: SearchDocument): boolean =>
  one.path === other.path &&
  one.title === other.title &&
  one.description === other.description &&
  one.text === other.text &&
  one.summary === other.summary;

const resultLine = (key: string, { path, title, summary }: SearchDocument): string =>
  `${key} ${[path, title, summary].map(oneLine).join('\t')}`;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The line of a term after changes of documents; undefined if no document has the term. */
function changedLine(
  { shards, starts }: SearchIndex,
  term: string,
  changes: TermChanges['changes'],
): string | undefined {
  const shard = shards.get(shardName('w', starts.w[shardOf(starts.w, term)] ?? '')) ?? [];
  const line = lineOf(shard, term);
  const before = line === undefined ? [] : line.slice(term.length + 1).split('|');
  const lists = weights.map((weight, index) => {
    const own: KeyChange[] = [];
    for (let at = 0; at < changes.length; at += 3) {
      const isAdded = changes[at + 2] === weight;
      if (isAdded || changes[at + 1] === weight) own.push([changes[at] ?? '', isAdded]);
    }
    return own.length === 0 ? (before[index] ?? '') : patchedKeys(before[index] ?? '', own);
  });
  if (lists.every((keys) => keys === '')) return undefined;
  const next = `${term} ${lists.join('|')}`;
  // Flattens the string: otherwise it keeps the pieces it was joined from in memory.
  next.charCodeAt(0);
  return next;
}

type KeyChange = readonly [key: string, isAdded: boolean];

/** A list of keys with added (true) and removed ones, sorted. Keys of two documents may be equal: then it has both. */
function patchedKeys(keys: string, changes: readonly KeyChange[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const [key, isAdded] of changes) {
    const at = Math.max(from, keyPlace(keys, key));
    if (at > from) pieces.push(keys.slice(from, at));
    from = at;
    if (isAdded) pieces.push(key);
    else from += keyLength;
  }
  pieces.push(keys.slice(from));
  return pieces.join('');
}

function keyPlace(keys: string, key: string): number {
  let [low, high] = [0, keys.length / keyLength];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys.slice(middle * keyLength, (middle + 1) * keyLength) < key) low = middle + 1;
    else high = middle;
  }
  return low * keyLength;
}

/** The number of letters of a document's key in word shards. */
export const keyLength = 6;

const letters = 'abcdefghijklmnopqrstuvwxyz234567';

const seeds = [0x811c9dc5, 0x2c1b3c6d] as const;

/** Ten letters for a document. The first ones are its key; the rest keeps apart documents with equal keys. */
const documentKey = (document: string): string =>
  keyFrom(hashOf(document, seeds[0])) + keyFrom(hashOf(document, seeds[1])).slice(0, 4);

function keyFrom(hash: number): string {
  let key = '';
  for (let index = 0; index < keyLength; index += 1) key += letters.charAt((hash >>> (5 * index)) & 31);
  return key;
}

/** FNV-1a hash of a text, mixed so that similar texts have different hashes. */
function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
