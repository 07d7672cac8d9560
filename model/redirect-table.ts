import { spellPath, type RedirectFields } from './redirect.ts';

/** A redirect that is to be written. */
type Wanted = Pick<RedirectFields, 'from' | 'status'> & { to: string };

export interface SettledRedirects {
  /** What is to be written: those wanted, and others that led to one of them, each to where it ends. */
  writes: Wanted[];
  /** Those wanted that would lead in a circle, which are not to be written. */
  circles: Wanted[];
}

interface Table {
  stored: Iterable<RedirectFields>;
  /** Where something stands, so that nothing leads on from there. */
  standing: ReadonlySet<string>;
}

/**
 * Redirects as they are to be stored: none leads to another. Of several wanted from one address the last counts. One that
 * leads to another only for now does so for now too.
 */
export function settleRedirects(wanted: readonly Wanted[], { stored, standing }: Table): SettledRedirects {
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

/** Where a redirect ends; null in a circle. */
function endOf(
  { from, to, status }: Wanted,
  { table, standing }: { table: ReadonlyMap<string, Wanted>; standing: ReadonlySet<string> },
): Wanted | null {
  const met = new Set([from]);
  const end = { from, to, status };
  for (;;) {
    const at = spellPath(end.to);
    if (at !== null && met.has(at)) return null;
    const next = at === null || standing.has(at) ? undefined : table.get(at);
    if (at === null || next === undefined) return end;
    met.add(at);
    end.to = next.to;
    if (next.status === 302) end.status = 302;
  }
}

/** The addresses through which redirects lead to others: those that must be known not to stand. */
export function passedAddresses(wanted: readonly Wanted[], stored: Iterable<RedirectFields>): string[] {
  const all = [...stored, ...wanted];
  const from = new Set(all.map((one) => one.from));
  const targets = all.flatMap(({ to }) => (to === null ? [] : (spellPath(to) ?? [])));
  return [...new Set(targets)].filter((target) => from.has(target));
}
