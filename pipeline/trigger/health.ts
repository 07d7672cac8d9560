import type { PipelineState } from '@frontage/model/build-state';
import type { Reason } from '../release/events.ts';

/** Independent failure kinds in order of importance: reading, publishing, delivering, reporting. */
const parts = ['source', 'publishing', 'outlet', 'notices'] as const;

/** Notes why a part fails, or, with null, that it works. */
export type NoteHealth = (part: (typeof parts)[number], reason: Reason | null) => void;

/** The current failure, if any. */
export interface Health {
  note: NoteHealth;
  state(): Exclude<PipelineState['state'], 'building'>;
  /** Why it is not idle, or why Firestore does not hear of it. */
  failure(): Reason | null;
  /** The failure as written to Firestore. */
  told(): Pick<PipelineState, 'state' | 'failure'>;
}

/** `onNews` hears whenever there is something else to tell Firestore. */
export function openHealth(onNews: () => void): Health {
  const reasons = new Map<(typeof parts)[number], Reason>();
  const state: Health['state'] = () => {
    if (reasons.has('source')) return 'unreachable';
    return reasons.has('publishing') || reasons.has('outlet') ? 'failed' : 'idle';
  };
  const failure: Health['failure'] = () => parts.flatMap((part) => reasons.get(part) ?? [])[0] ?? null;
  const told: Health['told'] = () => {
    const reason = state() === 'idle' ? null : failure();
    return { state: state(), failure: reason && { message: reason.message, next: reason.next ?? null } };
  };
  return {
    note: (part, reason) => {
      const before = JSON.stringify(told());
      if (reason === null) reasons.delete(part);
      else reasons.set(part, reason);
      if (JSON.stringify(told()) !== before) onNews();
    },
    state,
    failure,
    told,
  };
}
