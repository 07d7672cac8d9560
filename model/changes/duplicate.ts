import { isStamp } from '../fields.ts';
import { currentFields, type Kind, kinds, slugFromName, type SlugKind, slugKindOf } from '../kinds/kinds.ts';
import { limits } from '../limits.ts';
import { numberedSlug } from '../slug.ts';
import { firstFreeSlug, readData, readEmbed, type Reads } from './reads.ts';
import { type Data, documentPath } from './write.ts';

/** The content of a copy. Passwords are never copied, so a copy of a protected demo needs a new one. */
interface Copy {
  fields: Data;
  /** The embed code of a demo; null for other kinds, and for a protected demo. */
  embed: string | null;
}

/** The content of an unpublished copy of a stored document, with a free slug or the position `order`. */
export async function readCopy(
  reads: Reads,
  { kind, id, order }: { kind: Kind; id: string; order: number },
): Promise<Copy | 'missing' | 'slugTaken'> {
  const document = await readData(reads, documentPath(kind, id));
  if (document === null) return 'missing';
  const slugKind = slugKindOf(kind);
  const candidates = slugKind === null ? [] : copySlugs(slugKind, String(document['slug']));
  const slug = await firstFreeSlug(reads, kind, candidates);
  if (slugKind !== null && slug === null) return 'slugTaken';
  const { positionField } = kinds[kind];
  const over = { ...(slugKind !== null && { slug }), ...(positionField !== undefined && { [positionField]: order }) };
  const fields = copyFields(kind, document, over);
  const isProtected = fields['is_password_protected'] === true;
  return { fields, embed: isProtected ? null : await readEmbed(reads, kind, id) };
}

const ending = ' (copy)';

/** The name of a copy, such as `About (copy)`, within the length limit. */
export const copyName = (name: string): string => `${name.slice(0, limits.title - ending.length).trimEnd()}${ending}`;

/** The preferred slug of a copy, such as `about-copy`, within the length limit. */
export function copySlug(kind: SlugKind, slug: string): string {
  return `${slugFromName(kind, slug)
    .slice(0, limits.slug - '-copy'.length)
    .replace(/-$/, '')}-copy`;
}

const slugTries = 20;

function copySlugs(kind: SlugKind, slug: string): string[] {
  const first = copySlug(kind, slug);
  return [first, ...Array.from({ length: slugTries - 1 }, (_, index) => numberedSlug(first, index + 2))];
}

/** The fields of a new, unpublished copy of a stored document; `over` replaces single fields. */
export function copyFields(kind: Kind, stored: Data, over: Data): Data {
  const { nameField, schema } = kinds[kind];
  const document = currentFields(kind, stored);
  const own = Object.keys(schema.shape).filter((field) => !isStamp(field));
  const copied = Object.fromEntries(own.map((field) => [field, document[field] ?? null]));
  return { ...copied, [nameField]: copyName(String(document[nameField])), is_published: false, ...over };
}
