import { z } from 'zod';
import { moment } from './fields.ts';
import { foldText } from './fold.ts';
import { limits } from './limits.ts';
import { invalid } from './messages.ts';

/** First path segments the site itself owns. Names beginning with `_` are its own too; no slug pattern allows them. */
export const reservedSlugs: readonly string[] = [
  'admin',
  'auth',
  'demo',
  'demos',
  'page',
  'index',
  '404',
  'assets',
  'api',
  'embed',
  'preview',
  'sitemap',
  'robots',
  'favicon',
];

const notReserved = (slug: string): boolean => !reservedSlugs.includes(slug) && !slug.startsWith('_');

const slug = (pattern: RegExp, message: string) =>
  z
    .string()
    .min(1, { error: invalid.slugRequired, abort: true })
    .max(limits.slug, { error: invalid.slugTooLong, abort: true })
    .regex(pattern, { error: message, abort: true })
    .refine(notReserved, invalid.slugReserved);

/** Lowercase letters and digits separated by single hyphens. */
export const pageSlug = slug(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, invalid.slugFormat);

/** Lowercase letters, digits and hyphens in any order. */
export const demoSlug = slug(/^[a-z0-9-]+$/, invalid.demoSlugFormat);

/**
 * A stored `slugs` document: which document took the slug last, and when. It stays when that one leaves it. What earlier
 * versions stored says nothing of when.
 */
export const slugDocument = z.object({ id: z.string().min(1), updated_at: moment.nullish() });

/** Whether a document, null where it is gone, has a slug now that is reserved for it; else that one may be taken. */
export const keepsSlug = (holder: object | null | undefined, slug: unknown): boolean =>
  holder !== null && holder !== undefined && Reflect.get(holder, 'slug') === slug;

/**
 * The slug a page title suggests: accents folded, lowercase, only letters, digits, spaces and hyphens kept, spaces to
 * hyphens, repeated hyphens collapsed. Hyphens at the ends are trimmed so that the suggestion passes the slug rule. Empty
 * where no Latin letter and no digit is left: then somebody must write one.
 */
export function slugFromTitle(title: string): string {
  return foldText(title)
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, limits.slug)
    .replace(/-$/, '');
}

/**
 * The slug a demo heading suggests: accents folded, lowercase, each run of other characters one hyphen, ends trimmed.
 * Empty where no Latin letter and no digit is left.
 */
export function slugFromHeading(heading: string): string {
  return foldText(heading)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, limits.slug)
    .replace(/-$/, '');
}

/** The slug with a number behind it: `about` and `about-2` make `about-3` for 3. */
export function numberedSlug(slug: string, number: number): string {
  const end = `-${number}`;
  const start = slug.replace(/-\d+$/, '').slice(0, limits.slug - end.length);
  return start.replace(/-$/, '') + end;
}
