import { refusals, type RefusalName } from '@frontage/model/refusals';

/** Why a call is not answered: an everyday outcome, handed up as data and put into words at the edge. */
export interface Refusal {
  refused: RefusalName;
}

export const refuse = (refused: RefusalName): Refusal => ({ refused });

export function isRefusal(outcome: unknown): outcome is Refusal {
  return typeof outcome === 'object' && outcome !== null && 'refused' in outcome && outcome.refused !== undefined
    ? String(outcome.refused) in refusals
    : false;
}
