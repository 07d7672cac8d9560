import { hash as digest } from 'node:crypto';
import { fieldAt } from '@frontage/model/watch-fields';
import { detachString } from '../sync/detach-strings.ts';
import { fieldsIn, type QueryKey } from './query-keys.ts';

/** 128 bits over the answer's JSON. */
export const hashOf = (value: unknown): string =>
  detachString(digest('sha256', JSON.stringify(value) ?? 'no answer', 'base64url').slice(0, 22));

/** The hash of some fields of an answer, from the answer itself; null where the key is of a whole one. */
export function hashOfFields(key: QueryKey, valueOf: (key: QueryKey) => unknown): string | null {
  const some = fieldsIn(key);
  return some && hashOf(fieldsOf(valueOf(some.of), some.fields));
}

/** These fields of an answer, each by its path. */
export const fieldsOf = (whole: unknown, fields: readonly string[]): unknown[] =>
  fields.map((field) => fieldAt(whole, field.split('.')));

/** Freezes a value and all that it holds. */
export function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  // An array of thousands is gone through as it is: every file of a sitemap is one.
  for (const part of Array.isArray(value) ? value : Object.values(value)) deepFreeze(part);
}
