import { z } from 'zod';
import { invalid } from './messages.ts';
import { limits } from './limits.ts';
import { isHttpUrl, isSitePath } from './url.ts';

/** A moment as an ISO 8601 string in UTC. Adapters convert Firestore timestamps on the way in. */
export const moment = z.iso.datetime();

const nullable = z.string().nullish();

const emptyToNull = (value: string | null | undefined): string | null => (value ? value : null);

/** Optional text of at most `max` characters; empty becomes null. */
export const optionalText = (max: number, message: string) =>
  nullable.refine((value) => (value ?? '').length <= max, message).transform(emptyToNull);

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

/** A position: whole number from 0 that every language here counts exactly. */
export const order = z
  .int({ error: ({ code }) => (code === 'too_big' ? invalid.orderTooLarge : invalid.orderNotWhole) })
  .min(0, invalid.orderNotWhole);

/** The id of another document. */
export const documentId = z
  .string()
  .min(1)
  .max(limits.documentId)
  .regex(/^[^/]+$/);

/** What every content document carries beside its own fields; `rev` rises by one on every write. */
export const provenance = {
  rev: z.int().min(1),
  created_at: moment,
  created_by: z.string().min(1),
  updated_at: moment,
  updated_by: z.string().min(1),
};

/** Whether a field tells of a write and not of content: what every write changes says nothing about it. */
export const isStamp = (field: string): boolean => Object.hasOwn(provenance, field);

export const metaTitle = optionalText(limits.metaTitle, invalid.metaTitleTooLong);
export const metaDescription = optionalText(limits.metaDescription, invalid.metaDescriptionTooLong);
