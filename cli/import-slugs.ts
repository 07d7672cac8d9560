import { slugId } from '@frontage/model/paths';
import { numberedSlug } from '@frontage/model/slug';
import type { Entry, Refused } from './import-files.ts';

/** The document that took a slug last, and whether it has left it since: then it is only an old address of it. */
export interface Holder {
  id: string;
  isOld: boolean;
}

/** By `{kind}:{slug}`. */
export type Holders = ReadonlyMap<string, Holder>;

/** An old address that leads to another document from now on. */
export interface TakenOver {
  document: string;
  slug: string;
  from: string;
}

/**
 * Which documents can have the slugs they ask for. One that another document has, and does not give up in the same
 * import, is refused; of two that ask for the same one the first has it. Old addresses of others are taken over.
 */
export function settleSlugs(
  entries: readonly Entry[],
  holders: Holders,
): { entries: Entry[]; refused: Refused[]; takenOver: TakenOver[] } {
  let kept = [...entries];
  const refused: Refused[] = [];
  for (;;) {
    const taken = clashes(kept, holders);
    if (taken.size === 0) return { entries: kept, refused, takenOver: kept.flatMap((entry) => takes(entry, holders)) };
    refused.push(...[...taken].map(([{ document }, problem]) => ({ document, problems: [problem] })));
    // A refused document keeps its slug, so that no other document may count on it.
    kept = kept.filter((entry) => !taken.has(entry));
  }
}

function clashes(entries: readonly Entry[], holders: Holders): Map<Entry, string> {
  const wanted = new Map(entries.flatMap(({ id, slug }) => (slug ? [[`${slug.kind} ${id}`, slug.slug] as const] : [])));
  const given = new Map<string, string>();
  const taken = new Map<Entry, string>();
  for (const entry of entries) {
    if (entry.slug === null) continue;
    const { kind, slug } = entry.slug;
    const key = slugId(kind, slug);
    const holder = holders.get(key);
    const other = holder && holder.id !== entry.id ? holder : undefined;
    const asks = other && wanted.get(`${kind} ${other.id}`);
    const stays = other && (asks === undefined ? !other.isOld : asks === slug);
    const before = stays ? other.id : given.get(key);
    if (before === undefined) given.set(key, entry.id);
    else {
      taken.set(
        entry,
        `slug: "${slug}" is taken by ${besides(entry, before)}; "${freeSlug(entry.slug, { entries, holders })}" is free`,
      );
    }
  }
  return taken;
}

/** Another document of an entry's collection. */
const besides = ({ document, id }: Entry, other: string): string => document.slice(0, -id.length) + other;

function takes(entry: Entry, holders: Holders): TakenOver[] {
  const { slug, id, document } = entry;
  const holder = slug && holders.get(slugId(slug.kind, slug.slug));
  if (!holder?.isOld || holder.id === id) return [];
  return [{ document, slug: slug?.slug ?? '', from: besides(entry, holder.id) }];
}

/** A free slug similar to a taken one: no document has, had or requests it. */
function freeSlug(
  { kind, slug }: NonNullable<Entry['slug']>,
  { entries, holders }: { entries: readonly Entry[]; holders: Holders },
): string {
  const asked = new Set(entries.flatMap((entry) => (entry.slug ? [slugId(entry.slug.kind, entry.slug.slug)] : [])));
  for (let number = 2; ; number += 1) {
    const free = numberedSlug(slug, number);
    const key = slugId(kind, free);
    if (!holders.has(key) && !asked.has(key)) return free;
  }
}
