import { isStamp } from '../fields.ts';
import { kinds, type Kind } from '../kinds.ts';
import { limits } from '../limits.ts';
import { slugFromHeading, slugFromTitle } from '../slug.ts';
import type { Data } from './write.ts';

const ending = ' (copy)';

/** The name of a copy: `About (copy)`. */
export const copyName = (name: string): string => `${name.slice(0, limits.title - ending.length).trimEnd()}${ending}`;

/** The preferred slug of a copy. */
export function copySlug(kind: 'page' | 'demo', slug: string): string {
  const from = kind === 'page' ? slugFromTitle : slugFromHeading;
  return `${from(slug)
    .slice(0, limits.slug - '-copy'.length)
    .replace(/-$/, '')}-copy`;
}

/**
 * The fields of a new, unpublished document that is a copy of `document`. A password is never copied, so a protected demo must not
 * be copied without a new one.
 */
export function copyFields(kind: Kind, document: Data, over: Data): Data {
  const { nameField, schema } = kinds[kind];
  const own = Object.keys(schema.shape).filter((field) => !isStamp(field));
  const copied = Object.fromEntries(own.map((field) => [field, document[field] ?? null]));
  return { ...copied, [nameField]: copyName(String(document[nameField])), is_published: false, ...over };
}
