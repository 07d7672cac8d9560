import { slugId } from '@frontage/model/paths';
import { numberedSlug } from '@frontage/model/slug';
import type { Entry, Refused } from './import-files.ts';

/** Who holds each slug now: ids of documents by `{kind}:{slug}`. */
export type Holders = ReadonlyMap<string, string>;

/**
 * Which documents can have the slugs they ask for. One that another document holds, and does not give up in the same
 * import, is refused; of two that ask for the same one the first has it.
 */
export function settleSlugs(entries: readonly Entry[], holders: Holders): { entries: Entry[]; refused: Refused[] } {
  let kept = [...entries];
  const refused: Refused[] = [];
  for (;;) {
    const taken = clashes(kept, holders);
    if (taken.size === 0) return { entries: kept, refused };
    refused.push(...[...taken].map(([{ document }, problem]) => ({ document, problems: [problem] })));
    // Who is refused keeps the slug it has: another one may have counted on it.
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
    const stays = holder !== undefined && holder !== entry.id && (wanted.get(`${kind} ${holder}`) ?? slug) === slug;
    const other = stays ? holder : given.get(key);
    if (other === undefined) given.set(key, entry.id);
    else {
      const has = `${entry.document.slice(0, -entry.id.length)}${other}`;
      taken.set(entry, `slug: "${slug}" is taken by ${has}; "${freeSlug(entry.slug, { entries, holders })}" is free`);
    }
  }
  return taken;
}

/** A slug like one that is taken, which nobody has or asks for. */
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
