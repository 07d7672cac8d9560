import { diffArrays } from 'diff';

/** A change of a list: `removed` parts at an index are replaced by others. */
export interface Change {
  at: number;
  removed: number;
  added: readonly string[];
}

/** The work that comparisons share: each takes from it. Past it, a comparison has no result. */
export interface Budget {
  /** Comparisons of two parts. */
  steps: number;
  /** The square root of the steps through the table of edits. */
  edits: number;
}

/** A budget of about a tenth of a second. Most texts that people edit take a hundredth of it. */
export const newBudget = (): Budget => ({ steps: 3_000_000, edits: 1_000 });

/** The fewest changes from one list of parts to another, in order; null if finding them exceeds the budget. */
export function changesBetween(before: readonly string[], after: readonly string[], budget: Budget): Change[] | null {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;

  // Comparing numbers takes the same time for parts of any length.
  const numbers = new Map<string, number>();
  const numbered = (parts: readonly string[]): number[] =>
    parts.slice(start, parts.length - end).map((part) => {
      const known = numbers.get(part) ?? numbers.size;
      numbers.set(part, known);
      return known;
    });
  const comparator = (one: number, other: number): boolean => {
    budget.steps -= 1;
    // Without steps, nothing is equal, so that the search soon reaches its limit of edits.
    return budget.steps >= 0 && one === other;
  };
  const limit = Math.floor(budget.edits);
  const found = diffArrays(numbered(before), numbered(after), { comparator, maxEditLength: limit }) as
    | { count: number; added: boolean; removed: boolean }[]
    | undefined;
  const edits = found?.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0) ?? limit;
  budget.edits = Math.sqrt(Math.max(0, budget.edits ** 2 - edits ** 2));
  if (!found || budget.steps < 0) return null;

  const changes: Change[] = [];
  let at = start;
  let to = start;
  let isOpen = false;
  for (const { count, added, removed } of found) {
    if (!added && !removed) {
      at += count;
      to += count;
      isOpen = false;
      continue;
    }
    const last = isOpen ? changes.pop() : undefined;
    changes.push({
      at: last?.at ?? at,
      removed: (last?.removed ?? 0) + (removed ? count : 0),
      added: (last?.added ?? []).concat(added ? after.slice(to, to + count) : []),
    });
    if (removed) at += count;
    else to += count;
    isOpen = true;
  }
  return changes;
}
