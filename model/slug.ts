import { z } from 'zod';
import { moment } from './fields.ts';
import { foldText } from './fold.ts';
import { limits } from './limits.ts';
import { invalid } from './messages.ts';

/** Reserved slugs that documents may have from earlier versions. Such a document keeps its address. */
const laterReserved = ['search', 'feed', 'news', 'people'];

/**
 * First path segments that the site uses itself. It also uses names that start with `_`, which no slug pattern allows.
 */
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
  ...laterReserved,
];

const notReserved = (slug: string): boolean => !reservedSlugs.includes(slug) && !slug.startsWith('_');
const mayBeStored = (slug: string): boolean => notReserved(slug) || laterReserved.includes(slug);

/** The slugs of a kind: as typed in a form, and as stored. The pattern is valid in JavaScript and RE2. */
const slugs = (pattern: string, message: string, reserved: readonly string[] = []) => {
  const matching = (isAllowed: (slug: string) => boolean) =>
    z
      .string()
      .min(1, { error: invalid.slugRequired, abort: true })
      .max(limits.slug, { error: invalid.slugTooLong, abort: true })
      .regex(new RegExp(`^${pattern}$`), { error: message, abort: true })
      .refine((slug) => isAllowed(slug) && !reserved.includes(slug), invalid.slugReserved);
  return { pattern, reserved, schema: matching(notReserved), stored: matching(mayBeStored) };
};

/** The names that an archive uses below the path of its documents, as in `/news/page/2`. */
export const archiveNames: readonly string[] = ['page', 'tag', 'feed'];

/** Lowercase letters and digits separated by single hyphens. */
export const pageSlugs = slugs('[a-z0-9]+(-[a-z0-9]+)*', invalid.slugFormat);

/** The slugs of pages without the names that an archive uses: those of kinds with an archive. */
export const archiveSlugs = slugs('[a-z0-9]+(-[a-z0-9]+)*', invalid.slugFormat, archiveNames);

/** Lowercase letters, digits and hyphens in any order. */
export const demoSlugs = slugs('[a-z0-9-]+', invalid.demoSlugFormat);

/**
 * A stored `slugs` document: the id of the document that last reserved the slug, and the time. It stays when that
 * document changes its slug. Documents of earlier versions have no time.
 */
export const slugDocument = z.object({ id: z.string().min(1), updated_at: moment.nullish() });

/**
 * Whether a document (null if deleted) still has the slug that is reserved for it. If not, others may take the slug.
 */
export const keepsSlug = (holder: object | null | undefined, slug: unknown): boolean =>
  holder !== null && holder !== undefined && Reflect.get(holder, 'slug') === slug;

/**
 * Whether a slug redirects visitors to `holder`, the published document that last reserved it and now has another slug.
 * Only editors and administrators may take over such a slug: an unpublished document would end the redirect without a
 * replacement.
 */
export const redirectsVisitors = (holder: object | null | undefined, slug: unknown): boolean =>
  holder !== null &&
  holder !== undefined &&
  Reflect.get(holder, 'slug') !== slug &&
  Reflect.get(holder, 'is_published') === true;

/**
 * The slug suggested for a page title: accents folded, lowercase, only letters, digits, spaces and hyphens kept, spaces
 * to hyphens, repeated hyphens collapsed. Hyphens at the ends are trimmed so that the suggestion passes the slug rule.
 * Empty if no Latin letter and no digit is left: then the editor must enter one.
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
 * The slug suggested for a demo heading: accents folded, lowercase, each run of other characters one hyphen, ends
 * trimmed. Empty if no Latin letter and no digit is left.
 */
export function slugFromHeading(heading: string): string {
  return foldText(heading)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, limits.slug)
    .replace(/-$/, '');
}

/** The address of a tag. Tags with the same one are one tag; empty if no Latin letter and no digit is left. */
export const foldTag = (tag: string): string => slugFromTitle(tag);

/** The slug with a number appended: `about` and `about-2` both become `about-3` for 3. */
export function numberedSlug(slug: string, number: number): string {
  const end = `-${number}`;
  const start = slug.replace(/-\d+$/, '').slice(0, limits.slug - end.length);
  return start.replace(/-$/, '') + end;
}
