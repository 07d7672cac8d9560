import { hash as digest } from 'node:crypto';
import { fieldAt } from '@frontage/model/watch-fields';
import { detachString } from '../sync/detach-strings.ts';
import { fieldsIn, type QueryKey } from './query-keys.ts';

/** The hash of an answer: the first 22 base64url characters (132 bits) of the SHA-256 of its JSON. */
export const hashOf = (value: unknown): string =>
  detachString(digest('sha256', JSON.stringify(value) ?? 'no answer', 'base64url').slice(0, 22));

/** The hash of the fields that `key` names, computed from the whole answer; null if the key names a whole answer. */
export function hashOfFields(key: QueryKey, valueOf: (key: QueryKey) => unknown): string | null {
  const some = fieldsIn(key);
  return some && hashOf(fieldsOf(valueOf(some.of), some.fields));
}

/** The values of some fields of an answer. Each field is a path such as `branding.logo_url`. */
export const fieldsOf = (whole: unknown, fields: readonly string[]): unknown[] =>
  fields.map((field) => fieldAt(whole, field.split('.')));

/** Freezes a value and all objects and arrays in it. */
export function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  // Arrays are iterated without a copy: some answers have thousands of entries.
  for (const part of Array.isArray(value) ? value : Object.values(value)) deepFreeze(part);
}
