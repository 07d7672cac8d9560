import { draftData, valuesIn } from '@frontage/model/draft';
import type { Savable } from '@frontage/model/kinds';
import type { Entered } from '@frontage/model/writes/plan-draft';
import type { KeptDraft } from '../../lib/documents/draft.ts';
import type { Values } from '../conflict/compare-fields.ts';

/** The form values of a draft; fields missing in the draft have their values in `live`. */
export function valuesOfDraft<Input extends Values>({ draft, embed }: KeptDraft, live: Input): Input {
  const values = valuesIn(draft, live);
  return embed === null ? values : { ...values, iframe_url: embed };
}

interface Typed {
  values: Values;
  live: Values;
  /** The document revision that the values are based on; 0 before the first save. */
  baseRev: number;
  kept: KeptDraft | null;
}

/** The form values to store in a draft. A demo's embed code is included only if it differs from the stored one. */
export function enteredOf(kind: Savable, { values, live, baseRev, kept }: Typed): Entered {
  const code = values['iframe_url'];
  const known = kept?.embed ?? live['iframe_url'];
  return {
    data: draftData(kind, values),
    base_rev: baseRev,
    ...(kind === 'demo' && typeof code === 'string' && code !== known && { embed: code }),
  };
}
