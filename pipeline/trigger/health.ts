import type { PipelineState } from '@frontage/model/build-state';
import type { Reason } from '../release/events.ts';

/** Independent failure kinds in order of importance: reading, publishing, delivering, reporting. */
const parts = ['source', 'publishing', 'outlet', 'notices'] as const;

/** Stores the reason why a part fails. Null means that the part works. */
export type NoteHealth = (part: (typeof parts)[number], reason: Reason | null) => void;

/** The current failure, if any. */
export interface Health {
  note: NoteHealth;
  state(): Exclude<PipelineState['state'], 'building'>;
  /** The most important failure; null if every part works. */
  failure(): Reason | null;
  /** The state and failure as written to Firestore. They do not include a failure to write to Firestore. */
  notice(): Pick<PipelineState, 'state' | 'failure'>;
}

/** `onChange` is called whenever `notice()` returns a different value than before. */
export function openHealth(onChange: () => void): Health {
  const reasons = new Map<(typeof parts)[number], Reason>();
  const state: Health['state'] = () => {
    if (reasons.has('source')) return 'unreachable';
    return reasons.has('publishing') || reasons.has('outlet') ? 'failed' : 'idle';
  };
  const failure: Health['failure'] = () => parts.flatMap((part) => reasons.get(part) ?? [])[0] ?? null;
  const notice: Health['notice'] = () => {
    const reason = state() === 'idle' ? null : failure();
    return { state: state(), failure: reason && { message: reason.message, next: reason.next ?? null } };
  };
  return {
    note: (part, reason) => {
      const before = JSON.stringify(notice());
      if (reason === null) reasons.delete(part);
      else reasons.set(part, reason);
      if (JSON.stringify(notice()) !== before) onChange();
    },
    state,
    failure,
    notice,
  };
}
