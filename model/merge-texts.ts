import { type Budget, type Change, changesBetween, newBudget } from './text-changes.ts';

export type Lines = readonly string[];

/** Lines of a text that both sides changed: merged lines, or conflicting lines (`isConflict`). */
export type MergedPiece = { isConflict: false; lines: Lines } | ConflictingPiece;

export interface ConflictingPiece extends Record<'mine' | 'theirs', Lines> {
  isConflict: true;
  base: Lines;
  /** Both changes if they affect different words; else null. */
  merged: Lines | null;
  /** Both changes, mine first where they affect the same words; the common part is there once. */
  joined: Lines;
}

type Versions<Text> = Record<'base' | 'mine' | 'theirs', Text>;

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));

/**
 * Merges two changes of a text by lines, and conflicting lines by words. If a text has too many changes for that, it is
 * merged by paragraphs, and if it has too many for that, the whole text is one conflict.
 */
export function mergeTexts({ base, mine, theirs }: Versions<string>): MergedPiece[] {
  const lines = { base: linesOf(base), mine: linesOf(mine), theirs: linesOf(theirs) };
  const regions = merge(lines, newBudget) ?? mergeParagraphs(lines) ?? [{ ...lines, isConflict: true as const }];
  const words = newBudget();
  return regions.map((region): MergedPiece => (region.isConflict ? { ...region, ...resolve(region, words) } : region));
}

function mergeParagraphs(lines: Versions<Lines>): Region[] | null {
  const { base, mine, theirs } = lines;
  const regions = merge({ base: paragraphs(base), mine: paragraphs(mine), theirs: paragraphs(theirs) }, newBudget);
  const split = (parts: Lines): string[] => parts.flatMap((part) => part.split('\n'));
  return (
    regions?.map((region) =>
      region.isConflict
        ? { isConflict: true, base: split(region.base), mine: split(region.mine), theirs: split(region.theirs) }
        : { isConflict: false, lines: split(region.lines) },
    ) ?? null
  );
}

/** The lines joined to paragraphs, each with the blank lines after it. */
function paragraphs(lines: Lines): string[] {
  const starts = lines.flatMap((line, index) =>
    index === 0 || (line.trim() !== '' && lines[index - 1]?.trim() === '') ? [index] : [],
  );
  return starts.map((start, index) => lines.slice(start, starts[index + 1]).join('\n'));
}

/**
 * Merges two changes of the same lines by words. `merged` is null if they affect the same words, if a version has no such
 * lines, or if there are too many changes.
 */
function resolve(versions: Versions<Lines>, budget: Budget): Pick<ConflictingPiece, 'merged' | 'joined'> {
  const { base, mine, theirs } = versions;
  const lines = { merged: null, joined: joinLines(versions) };
  if ([base, mine, theirs].some((version) => version.length === 0)) return lines;
  const regions = merge({ base: wordsOf(base), mine: wordsOf(mine), theirs: wordsOf(theirs) }, () => budget);
  if (!regions) return lines;
  const text = (from: number, to: number, side: Side): string =>
    regions
      .slice(from, to)
      .flatMap((region) => (region.isConflict ? region[side] : region.lines))
      .join('');
  const first = regions.findIndex(({ isConflict }) => isConflict);
  if (first === -1) {
    const merged = text(0, regions.length, 'mine').split('\n');
    return { merged, joined: merged };
  }
  // The words around the first and the last conflict are there once.
  const end = regions.findLastIndex(({ isConflict }) => isConflict) + 1;
  const [before, after] = [text(0, first, 'mine'), text(end, regions.length, 'mine')];
  if ((before + after).trim() === '') return lines;
  const [own, other] = [text(first, end, 'mine'), text(first, end, 'theirs')];
  const gap = own === '' || other === '' || /\s$/.test(own) || /^\s/.test(other) ? '' : ' ';
  return { merged: null, joined: `${before}${own}${gap}${other}${after}`.split('\n') };
}

/** My lines and theirs, one after the other, with the paragraphs at the start and the end that both have once. */
function joinLines({ mine, theirs }: Versions<Lines>): Lines {
  const shorter = Math.min(mine.length, theirs.length);
  const same = (limit: number, areEqual: (index: number) => boolean): number => {
    let count = 0;
    while (count < limit && areEqual(count)) count += 1;
    return count;
  };
  const hasWords = (lines: Lines): boolean => lines.some((line) => line.trim() !== '');
  const prefix = same(shorter, (index) => mine[index] === theirs[index]);
  const start = hasWords(mine.slice(0, prefix)) ? prefix : 0;
  const suffix = same(shorter - start, (index) => mine.at(-1 - index) === theirs.at(-1 - index));
  const end = hasWords(mine.slice(mine.length - suffix)) ? suffix : 0;
  const own = mine.slice(start, mine.length - end);
  const other = theirs.slice(start, theirs.length - end);
  const gap = start + end > 0 && own.at(-1)?.trim() && other[0]?.trim() ? [''] : [];
  return [...mine.slice(0, start), ...own, ...gap, ...other, ...mine.slice(mine.length - end)];
}

/** Splits lines into words and the white space between them. */
const wordsOf = (lines: Lines): string[] => lines.join('\n').split(/(\s+)/);

/** Merged parts of lists, or parts that both sides changed. */
type Region = { isConflict: false; lines: Lines } | ({ isConflict: true } & Versions<Lines>);

type Side = 'mine' | 'theirs';

/** Merges changes of both sides, part by part; null if one side has too many for its budget. */
function merge({ base, mine, theirs }: Versions<Lines>, budget: () => Budget): Region[] | null {
  const changes = { mine: changesBetween(base, mine, budget()), theirs: changesBetween(base, theirs, budget()) };
  if (!changes.mine || !changes.theirs) return null;
  const all = [...sided('mine', changes.mine), ...sided('theirs', changes.theirs)].sort((a, b) => a.at - b.at);
  const regions: Region[] = [];
  let kept: string[] | null = null;
  const keep = (lines: Lines): void => {
    if (lines.length === 0) return;
    if (kept === null) regions.push({ isConflict: false, lines: (kept = []) });
    // Not `push(...lines)`: a call has fewer arguments than a text may have lines.
    for (const line of lines) kept.push(line);
  };
  let at = 0;
  for (let index = 0; index < all.length;) {
    // Changes that overlap or touch belong together.
    const start = all[index]?.at ?? 0;
    let end = start;
    let next = index;
    for (; next < all.length && (next === index || (all[next]?.at ?? 0) <= end); next += 1)
      end = Math.max(end, (all[next]?.at ?? 0) + (all[next]?.removed ?? 0));
    const together = all.slice(index, next);
    const own = (side: Side): Lines =>
      applied(
        base.slice(start, end),
        start,
        together.filter((one) => one.side === side),
      );
    const versions = { mine: own('mine'), theirs: own('theirs') };
    keep(base.slice(at, start));
    if (together.every(({ side }) => side === 'mine')) keep(versions.mine);
    else if (together.every(({ side }) => side === 'theirs') || areSame(versions.mine, versions.theirs))
      keep(versions.theirs);
    else {
      regions.push({ isConflict: true, base: base.slice(start, end), ...versions });
      kept = null;
    }
    at = end;
    index = next;
  }
  keep(base.slice(at));
  return regions;
}

const sided = (side: Side, changes: readonly Change[]) => changes.map((change) => ({ ...change, side }));

/** Parts from `start` on, after changes in them. */
function applied(parts: Lines, start: number, changes: readonly Change[]): Lines {
  const result: string[] = [];
  let at = 0;
  for (const { at: from, removed, added } of changes) {
    for (const part of parts.slice(at, from - start)) result.push(part);
    for (const part of added) result.push(part);
    at = from - start + removed;
  }
  return result.concat(parts.slice(at));
}

const areSame = (one: Lines, other: Lines): boolean =>
  one.length === other.length && one.every((line, index) => line === other[index]);
