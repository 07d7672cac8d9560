import { z } from 'zod';
import { invalid } from './messages.ts';
import { limits } from './limits.ts';
import { isHttpUrl, isSitePath } from './url.ts';

type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/svg+xml';

const startsWith = (bytes: Uint8Array, start: readonly number[], at = 0): boolean =>
  start.every((byte, index) => bytes[at + index] === byte);

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

/** The raster image type whose signature is at the start of `bytes`; null if there is none. */
export function rasterType(bytes: Uint8Array): Exclude<ImageType, 'image/svg+xml'> | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8)) return 'image/webp';
  return null;
}

/** An ISO 8601 timestamp in UTC. Adapters convert Firestore timestamps when they read documents. */
export const moment = z.iso.datetime();

const nullable = z.string().nullish();

/** Whether a text can be stored. U+0000 is rejected, because databases and browsers truncate at it or replace it. */
export const isStorable = (text: string): boolean => !text.includes('\0');

/** Whether a text has a character that shows: neither white space, a control or format character, nor a filler. */
export const isVisible = (text: string): boolean =>
  /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

const emptyToNull = (value: string | null | undefined): string | null => (value && isVisible(value) ? value : null);

// In UTF-16 code units as in the rules: the check of zod counts an emoji as one character.
const isWithin =
  (max: number) =>
  (text: string): boolean =>
    text.length <= max;

/** Text with at least one visible character, of at most `max` characters. */
export const requiredText = (max: number, { missing, tooLong }: { missing: string; tooLong: string }) =>
  z.string().trim().refine(isVisible, missing).refine(isWithin(max), tooLong).refine(isStorable, invalid.nullCharacter);

/** Optional text of at most `max` characters; without a visible character it becomes null. */
export const optionalText = (max: number, message: string) =>
  nullable
    .refine((value) => (value ?? '').length <= max, message)
    .refine((value) => isStorable(value ?? ''), invalid.nullCharacter)
    .transform(emptyToNull);

/** Optional http or https URL; empty becomes null. */
export const optionalUrl = nullable
  .refine((value) => !value || (value.length <= limits.url && isHttpUrl(value)), invalid.url)
  .transform(emptyToNull);

/** Optional http or https URL, or a path on this site; empty becomes null. */
export const optionalImage = nullable
  .refine((value) => !value || (value.length <= limits.url && (isHttpUrl(value) || isSitePath(value))), invalid.url)
  .transform(emptyToNull);

/** Target of a call to action: empty, '#', a URL or a path; empty becomes null. */
export const optionalTarget = nullable
  .refine(
    (value) => !value || value === '#' || (value.length <= limits.url && (isHttpUrl(value) || isSitePath(value))),
    invalid.urlOrPath,
  )
  .transform(emptyToNull);

/** A position: an integer of at least 0 that JavaScript, Firestore and the rules represent exactly. */
export const order = z
  .int({ error: ({ code }) => (code === 'too_big' ? invalid.orderTooLarge : invalid.orderNotWhole) })
  .min(0, invalid.orderNotWhole);

/** The id of another document. */
export const documentId = z
  .string()
  .min(1)
  .refine(isWithin(limits.documentId))
  .regex(/^[^/]+$/)
  .refine(isStorable);

/** The fields that every content document has in addition to its content; `rev` increases by one on every write. */
export const provenance = {
  rev: z.int().min(1),
  created_at: moment,
  created_by: z.string().min(1),
  updated_at: moment,
  updated_by: z.string().min(1),
};

/** The origin of a revision that published a draft: its authors, and the message of its submission. */
const draftOrigin = z.object({
  /** The revision that published the draft. Later revisions keep the field unchanged. */
  rev: z.int().min(1),
  /** Uids. */
  authors: z.array(z.string().min(1)).min(1),
  message: z.string().nullable(),
});

export type DraftOrigin = z.output<typeof draftOrigin>;

/** The stamps of a content document: its provenance, and the origin of the last published draft. */
export const contentStamps = { ...provenance, from_draft: draftOrigin.nullish().catch(null) };

/** Whether a field contains provenance rather than content. */
export const isStamp = (field: string): boolean => Object.hasOwn(contentStamps, field);

/** The draft that this revision of a document published; null if it published none. */
export function draftOriginOf(data: Readonly<Record<string, unknown>>): DraftOrigin | null {
  const origin = contentStamps.from_draft.parse(data['from_draft']) ?? null;
  return origin?.rev === data['rev'] ? origin : null;
}

/** Whether a value of plain JSON has the type of another one: a list is no object of fields. */
export const hasTypeOf = (example: unknown, value: unknown): boolean =>
  typeof value === typeof example && Array.isArray(value) === Array.isArray(example);

/** The texts of a list; none if it is no list. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];

export interface FieldProblem {
  field: string;
  message: string;
}

interface Shape {
  schema: z.ZodObject<Readonly<Record<string, z.ZodType>>>;
  /** Values for fields that are missing or have the wrong type. */
  fallback: Readonly<Record<string, unknown>>;
}

/**
 * Reads the fields of a schema from `data`, plain JSON. An invalid field keeps its value if it has the right type, and
 * otherwise gets the fallback; in both cases `problems` contains it.
 */
export function readFields(
  { schema, fallback }: Shape,
  data: Readonly<Record<string, unknown>>,
): { fields: Record<string, unknown>; problems: FieldProblem[] } {
  const parsed = schema.safeParse(data);
  if (parsed.success) return { fields: parsed.data, problems: [] };

  const problems = parsed.error.issues.map((issue) => ({ field: String(issue.path[0] ?? ''), message: issue.message }));
  const invalidFields = new Set(problems.map((problem) => problem.field));
  const fields = Object.keys(schema.shape).map((field) => {
    const value = data[field];
    if (!invalidFields.has(field)) return [field, schema.shape[field]?.parse(value)];
    return [field, value !== null && hasTypeOf(fallback[field], value) ? value : fallback[field]];
  });
  return { fields: Object.fromEntries(fields) as Record<string, unknown>, problems };
}
