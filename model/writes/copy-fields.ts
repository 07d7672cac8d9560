import { isStamp } from '../fields.ts';
import { kinds, type Kind } from '../kinds.ts';
import { limits } from '../limits.ts';
import { slugFromHeading, slugFromTitle } from '../slug.ts';
import type { Data } from './write.ts';

const ending = ' (copy)';

/** The name of a copy, such as `About (copy)`, within the length limit. */
export const copyName = (name: string): string => `${name.slice(0, limits.title - ending.length).trimEnd()}${ending}`;

/** The preferred slug of a copy, such as `about-copy`, within the length limit. */
export function copySlug(kind: 'page' | 'demo', slug: string): string {
  const from = kind === 'page' ? slugFromTitle : slugFromHeading;
  return `${from(slug)
    .slice(0, limits.slug - '-copy'.length)
    .replace(/-$/, '')}-copy`;
}

/**
 * The fields of a new, unpublished copy of `document`; `over` replaces single fields. Passwords are never copied, so a
 * copy of a protected demo needs a new one.
 */
export function copyFields(kind: Kind, document: Data, over: Data): Data {
  const { nameField, schema } = kinds[kind];
  const own = Object.keys(schema.shape).filter((field) => !isStamp(field));
  const copied = Object.fromEntries(own.map((field) => [field, document[field] ?? null]));
  return { ...copied, [nameField]: copyName(String(document[nameField])), is_published: false, ...over };
}
