import type { Savable } from '@frontage/model/kinds';
import type { Data } from '@frontage/model/writes/write';
import type { Values } from '../conflict/compare-fields.ts';
import type { FieldWords } from '../conflict/field-words.ts';

/** What is edited, as far as its history must know. */
export interface Versioned {
  kind: Savable;
  id: string;
  /** The revision that the form builds on. */
  rev: number;
  words: FieldWords;
  /** What is in the form. */
  current(): Values;
  /** A stored version as form values. */
  valuesOf(data: Data, embed: string | null): Values;
  /** Puts these values into the form, unsaved. */
  typeOver(values: Values): void;
}
