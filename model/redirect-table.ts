import { normalizePath, type RedirectFields } from './redirect.ts';

/** A requested redirect. */
type Wanted = Pick<RedirectFields, 'from' | 'status'> & { to: string };

export interface NormalizedRedirects {
  /** The redirects to write: the requested ones, and others that pointed to one of them, each with its final target. */
  writes: Wanted[];
  /** The requested redirects that would form a loop, which must not be written. */
  circles: Wanted[];
}

interface Table {
  stored: Iterable<RedirectFields>;
  /** Paths of existing pages, from which nothing redirects. */
  standing: ReadonlySet<string>;
}

/**
 * The redirects to store, without chains. If several are requested for one path, the last one counts. A redirect through a
 * temporary one becomes temporary.
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
  const met = new Set([from]);
  const end = { from, to, status };
  for (;;) {
    const at = normalizePath(end.to);
    if (at !== null && met.has(at)) return null;
    const next = at === null || standing.has(at) ? undefined : table.get(at);
    if (at === null || next === undefined) return end;
    met.add(at);
    end.to = next.to;
    if (next.status === 302) end.status = 302;
  }
}

/** The paths in the middle of redirect chains: the caller must check whether a page exists there. */
export function intermediatePaths(wanted: readonly Wanted[], stored: Iterable<RedirectFields>): string[] {
  const all = [...stored, ...wanted];
  const from = new Set(all.map((one) => one.from));
  const targets = all.flatMap(({ to }) => (to === null ? [] : (normalizePath(to) ?? [])));
  return [...new Set(targets)].filter((target) => from.has(target));
}
