import { refusals, type RefusalName } from '@frontage/model/refusals';

/** The reason why a call is refused: an expected outcome, returned as data. `defineCall` turns it into an error. */
export interface Refusal {
  refused: RefusalName;
}

export const refuse = (refused: RefusalName): Refusal => ({ refused });

export function isRefusal(outcome: unknown): outcome is Refusal {
  return typeof outcome === 'object' && outcome !== null && 'refused' in outcome && outcome.refused !== undefined
    ? String(outcome.refused) in refusals
    : false;
}
