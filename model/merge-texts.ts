import { type Budget, type Change, changesBetween, newBudget } from './text-changes.ts';

export type Lines = readonly string[];

/** Lines of a text that both sides changed: merged lines, or conflicting lines (`clash`). */
export type MergedPiece = { clash: false; lines: Lines } | ClashingPiece;

export interface ClashingPiece extends Record<'mine' | 'theirs', Lines> {
  clash: true;
  base: Lines;
  /** Both changes if they affect different words; else null. */
  merged: Lines | null;
}

type Versions<Text> = Record<'base' | 'mine' | 'theirs', Text>;

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));

/**
 * Merges two changes of a text by lines, and conflicting lines by words. If a text has too many changes for that, it is
 * merged by paragraphs, and if it has too many for that, the whole text is one conflict.
 */
export function mergeTexts({ base, mine, theirs }: Versions<string>): MergedPiece[] {
  const lines = { base: linesOf(base), mine: linesOf(mine), theirs: linesOf(theirs) };
  const regions = merge(lines, newBudget) ?? mergeParagraphs(lines) ?? [{ ...lines, clash: true as const }];
  const words = newBudget();
  return regions.map((region): MergedPiece =>
    region.clash ? { ...region, merged: mergeWords(region, words) } : region,
  );
}

function mergeParagraphs(lines: Versions<Lines>): Region[] | null {
  const { base, mine, theirs } = lines;
  const regions = merge({ base: paragraphs(base), mine: paragraphs(mine), theirs: paragraphs(theirs) }, newBudget);
  const split = (parts: Lines): string[] => parts.flatMap((part) => part.split('\n'));
  return (
    regions?.map((region) =>
      region.clash
        ? { clash: true, base: split(region.base), mine: split(region.mine), theirs: split(region.theirs) }
        : { clash: false, lines: split(region.lines) },
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
 * Merges two changes of the same lines by words; null if they affect the same words, if a version has no such lines, or
 * if there are too many changes.
 */
function mergeWords({ base, mine, theirs }: Versions<Lines>, budget: Budget): string[] | null {
  if ([base, mine, theirs].some((lines) => lines.length === 0)) return null;
  const regions = merge({ base: wordsOf(base), mine: wordsOf(mine), theirs: wordsOf(theirs) }, () => budget);
  if (!regions || regions.some(({ clash }) => clash)) return null;
  return regions
    .flatMap((region) => (region.clash ? [] : region.lines))
    .join('')
    .split('\n');
}

/** Splits lines into words and the white space between them. */
const wordsOf = (lines: Lines): string[] => lines.join('\n').split(/(\s+)/);

/** Merged parts of lists, or parts that both sides changed. */
type Region = { clash: false; lines: Lines } | ({ clash: true } & Versions<Lines>);

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
    if (kept === null) regions.push({ clash: false, lines: (kept = []) });
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
      regions.push({ clash: true, base: base.slice(start, end), ...versions });
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
