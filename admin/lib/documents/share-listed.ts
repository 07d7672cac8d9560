import type { Kind } from '@frontage/model/kinds';
import type { Listed } from '@frontage/model/summaries/listed';

/**
 * A newly read list that reuses the previous entry of each unchanged document, and the previous list if all are
 * unchanged, to avoid rendering. Entries with errors are always replaced.
 */
export function shareListed<K extends Kind>(before: readonly Listed<K>[] | undefined, now: Listed<K>[]): Listed<K>[] {
  if (before === undefined) return now;
  // Most entries keep their position: only moved ones are searched.
  let byId: Map<string, Listed<K>> | undefined;
  const previousOf = (id: string, index: number): Listed<K> | undefined => {
    const candidate = before[index];
    if (candidate?.document.id === id) return candidate;
    byId ??= new Map(before.map((entry) => [entry.document.id, entry]));
    return byId.get(id);
  };
  let shared = 0;
  const entries = now.map((entry, index) => {
    const previous = previousOf(entry.document.id, index);
    if (previous === undefined || !isSameListed(previous, entry)) return entry;
    if (previous === before[index]) shared += 1;
    return previous;
  });
  return shared === now.length && shared === before.length ? (before as Listed<K>[]) : entries;
}

/** Compares fields by identity, because listed fields are never objects. */
function isSameListed<K extends Kind>(a: Listed<K>, b: Listed<K>): boolean {
  if (a.isAhead !== b.isAhead || a.problems.length > 0 || b.problems.length > 0) return false;
  const [left, right] = [a.document, b.document] as Record<string, unknown>[];
  for (const field in left) if (left[field] !== right?.[field]) return false;
  for (const field in right) if (!(field in (left ?? {}))) return false;
  return true;
}
