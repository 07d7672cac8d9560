import type { Savable } from '@frontage/model/kinds';
import type { Data } from '@frontage/model/writes/write';
import type { Values } from '../conflict/compare-fields.ts';
import type { FieldWords } from '../conflict/field-words.ts';

/** The edited document with the functions that the history needs. */
export interface Versioned {
  kind: Savable;
  id: string;
  /** The base revision of the form. */
  rev: number;
  words: FieldWords;
  /** The values of the form. */
  current(): Values;
  /** A stored version as form values. */
  valuesOf(data: Data, embed: string | null): Values;
  /** Puts these values into the form, unsaved. */
  replaceValues(values: Values): void;
}

const stateFields = ['is_published', 'password'];

/** The values of a form after restoring an earlier version: publication state and password stay the same. */
export function restoredValues<Input extends Values>(current: Input, version: Input, hidden: readonly string[]): Input {
  const kept = [...stateFields, ...hidden].filter((field) => field in current);
  return { ...current, ...version, ...Object.fromEntries(kept.map((field) => [field, current[field]])) };
}
