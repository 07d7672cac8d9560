import type { Kind } from '@frontage/model/kinds';
import type { Listed } from '@frontage/model/summaries/listed';

/**
 * A list as it was read again, with the former entry of each document that is as it was, and the former list where all are: what is
 * drawn of them is not drawn again. An entry with problems is always taken anew.
 */
export function shareListed<K extends Kind>(before: readonly Listed<K>[] | undefined, now: Listed<K>[]): Listed<K>[] {
  if (before === undefined) return now;
  // The order is mostly the same: only what stands elsewhere is looked for.
  let byId: Map<string, Listed<K>> | undefined;
  const formerOf = (id: string, index: number): Listed<K> | undefined => {
    const there = before[index];
    if (there?.document.id === id) return there;
    byId ??= new Map(before.map((entry) => [entry.document.id, entry]));
    return byId.get(id);
  };
  let shared = 0;
  const entries = now.map((entry, index) => {
    const former = formerOf(entry.document.id, index);
    if (former === undefined || !isSameListed(former, entry)) return entry;
    if (former === before[index]) shared += 1;
    return former;
  });
  return shared === now.length && shared === before.length ? (before as Listed<K>[]) : entries;
}

/** Fields of lists are no objects. */
function isSameListed<K extends Kind>(a: Listed<K>, b: Listed<K>): boolean {
  if (a.isAhead !== b.isAhead || a.problems.length > 0 || b.problems.length > 0) return false;
  const [left, right] = [a.document, b.document] as Record<string, unknown>[];
  for (const field in left) if (left[field] !== right?.[field]) return false;
  for (const field in right) if (!(field in (left ?? {}))) return false;
  return true;
}
