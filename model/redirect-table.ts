import { normalizePath, type RedirectFields } from './redirect.ts';

/** A requested redirect. */
type Wanted = Pick<RedirectFields, 'from' | 'status'> & { to: string };

export interface NormalizedRedirects {
  /** Redirects to write: the requested ones and stored ones whose final target changes, each with its final target. */
  writes: Wanted[];
  /** Requested redirects that would form a loop. They must not be written. */
  circles: Wanted[];
}

interface Table {
  stored: Iterable<RedirectFields>;
  /** Paths of existing pages. A redirect from such a path has no effect. */
  standing: ReadonlySet<string>;
}

/**
 * Resolves chains, so that each stored redirect has its final target. Of several requests for one path, the last one is
 * used. A redirect through a temporary redirect becomes temporary.
 */
export function normalizeRedirects(wanted: readonly Wanted[], { stored, standing }: Table): NormalizedRedirects {
  const before = new Map(
    [...stored].flatMap(({ from, to, status }) => (to === null ? [] : [[from, { from, to, status }]])),
  );
  const table = new Map([...before, ...wanted.map((one) => [one.from, one] as const)]);
  const circles: Wanted[] = [];
  for (const one of new Map(wanted.map((each) => [each.from, each])).values()) {
    if (endOf(one, { table, standing }) !== null) continue;
    circles.push(one);
    const old = before.get(one.from);
    if (old) table.set(one.from, old);
    else table.delete(one.from);
  }
  const writes = [...table.values()].flatMap((one): Wanted[] => {
    const end = endOf(one, { table, standing }) ?? one;
    const old = before.get(one.from);
    return end.to === old?.to && end.status === old.status ? [] : [end];
  });
  return { writes, circles };
}

/** The final target of a redirect; null in a loop. */
function endOf(
  { from, to, status }: Wanted,
  { table, standing }: { table: ReadonlyMap<string, Wanted>; standing: ReadonlySet<string> },
): Wanted | null {
  const visited = new Set([from]);
  const end = { from, to, status };
  for (;;) {
    const at = normalizePath(end.to);
    if (at !== null && visited.has(at)) return null;
    const next = at === null || standing.has(at) ? undefined : table.get(at);
    if (at === null || next === undefined) return end;
    visited.add(at);
    end.to = next.to;
    if (next.status === 302) end.status = 302;
  }
}

/** Targets that are redirected themselves. The caller must check whether a page exists there. */
export function intermediatePaths(wanted: readonly Wanted[], stored: Iterable<RedirectFields>): string[] {
  const all = [...stored, ...wanted];
  const from = new Set(all.map((one) => one.from));
  const targets = all.flatMap(({ to }) => (to === null ? [] : (normalizePath(to) ?? [])));
  return [...new Set(targets)].filter((target) => from.has(target));
}
