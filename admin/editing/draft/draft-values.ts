import { draftData, valuesIn } from '@frontage/model/draft';
import type { Savable } from '@frontage/model/kinds';
import type { Entered } from '@frontage/model/writes/plan-draft';
import type { KeptDraft } from '../../lib/documents/draft.ts';
import type { Values } from '../conflict/compare-fields.ts';

/** The values of a form as a draft holds them; what it does not hold is as in `live`. */
export function valuesOfDraft<Input extends Values>({ draft, embed }: KeptDraft, live: Input): Input {
  const values = valuesIn(draft, live);
  return embed === null ? values : { ...values, iframe_url: embed };
}

interface Typed {
  values: Values;
  live: Values;
  /** The revision of the document they change; 0 where none was ever saved. */
  baseRev: number;
  kept: KeptDraft | null;
}

/** What is written of a form: a demo's code only where the draft, or else the document, has another. */
export function enteredOf(kind: Savable, { values, live, baseRev, kept }: Typed): Entered {
  const code = values['iframe_url'];
  const known = kept?.embed ?? live['iframe_url'];
  return {
    data: draftData(kind, values),
    base_rev: baseRev,
    ...(kind === 'demo' && typeof code === 'string' && code !== known && { embed: code }),
  };
}
