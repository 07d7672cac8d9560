import { slugId } from '@frontage/model/paths';
import { numberedSlug } from '@frontage/model/slug';
import type { Entry, Refused } from './import-files.ts';

/** The document that last used a slug. `isOld` means that it has another slug now, and this one redirects to it. */
export interface Holder {
  id: string;
  isOld: boolean;
}

/** Holders by `{kind}:{slug}`. */
export type Holders = ReadonlyMap<string, Holder>;

/** A former slug of document `from` that now belongs to `document`. */
export interface TakenOver {
  document: string;
  slug: string;
  from: string;
}

/**
 * Decides which entries get the slugs they request. An entry is refused if another document has the slug and does not
 * give it up in the same import; of two requests for a slug, the first wins. Former slugs of others are taken over.
 */
export function settleSlugs(
  entries: readonly Entry[],
  holders: Holders,
): { entries: Entry[]; refused: Refused[]; takenOver: TakenOver[] } {
  let kept = [...entries];
  const refused: Refused[] = [];
  for (;;) {
    const taken = clashes(kept, holders);
    if (taken.size === 0)
      return { entries: kept, refused, takenOver: kept.flatMap((entry) => takenOverBy(entry, holders)) };
    refused.push(...[...taken].map(([{ document }, problem]) => ({ document, problems: [problem] })));
    // A refused document keeps its stored slug, so the remaining entries are checked again.
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
    const requested = other && wanted.get(`${kind} ${other.id}`);
    const keepsSlug = other && (requested === undefined ? !other.isOld : requested === slug);
    const before = keepsSlug ? other.id : given.get(key);
    if (before === undefined) given.set(key, entry.id);
    else {
      taken.set(
        entry,
        `slug: "${slug}" is taken by ${siblingPath(entry, before)}; "${freeSlug(entry.slug, { entries, holders })}" is free`,
      );
    }
  }
  return taken;
}

/** Path of another document in the collection of an entry. */
const siblingPath = ({ document, id }: Entry, other: string): string => document.slice(0, -id.length) + other;

function takenOverBy(entry: Entry, holders: Holders): TakenOver[] {
  const { slug, id, document } = entry;
  const holder = slug && holders.get(slugId(slug.kind, slug.slug));
  if (!holder?.isOld || holder.id === id) return [];
  return [{ document, slug: slug?.slug ?? '', from: siblingPath(entry, holder.id) }];
}

/** The taken slug with the first number for which no document has, had or requests it. */
function freeSlug(
  { kind, slug }: NonNullable<Entry['slug']>,
  { entries, holders }: { entries: readonly Entry[]; holders: Holders },
): string {
  const reserved = new Set(entries.flatMap((entry) => (entry.slug ? [slugId(entry.slug.kind, entry.slug.slug)] : [])));
  for (let number = 2; ; number += 1) {
    const free = numberedSlug(slug, number);
    const key = slugId(kind, free);
    if (!holders.has(key) && !reserved.has(key)) return free;
  }
}
