import { draftData, valuesIn } from '@frontage/model/draft';
import type { Savable } from '@frontage/model/kinds';
import type { Entered } from '@frontage/model/writes/plan-draft';
import type { KeptDraft } from '../../lib/documents/draft.ts';
import type { Values } from '../conflict/compare-fields.ts';

/** The form values of a draft; fields that it lacks are as in `live`. */
export function valuesOfDraft<Input extends Values>({ draft, embed }: KeptDraft, live: Input): Input {
  const values = valuesIn(draft, live);
  return embed === null ? values : { ...values, iframe_url: embed };
}

interface Typed {
  values: Values;
  live: Values;
  /** The revision of the document that they change; 0 before the first save. */
  baseRev: number;
  kept: KeptDraft | null;
}

/** The stored values of a form. A demo's embed code is included only if the draft, or else the document, has another one. */
export function enteredOf(kind: Savable, { values, live, baseRev, kept }: Typed): Entered {
  const code = values['iframe_url'];
  const known = kept?.embed ?? live['iframe_url'];
  return {
    data: draftData(kind, values),
    base_rev: baseRev,
    ...(kind === 'demo' && typeof code === 'string' && code !== known && { embed: code }),
  };
}
