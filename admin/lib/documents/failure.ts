import { plainFailure } from '../failures.ts';
import type { Refusal, RefusalReason } from './store.ts';

/** Why a write did not happen. After `unreachable` it may have happened: repeating it is safe. */
export interface WriteFailure {
  type: RefusalReason;
}

export const failureOf = ({ reason }: Refusal): WriteFailure => ({ type: reason });

const codes: Readonly<Record<RefusalReason, string>> = {
  denied: 'permission-denied',
  unauthenticated: 'unauthenticated',
  unreachable: 'unavailable',
  missing: 'not-found',
  busy: 'resource-exhausted',
  unexpected: 'internal',
};

/** A refusal where only a rejection will do: in queries. It carries the code that `plainFailure` puts into words. */
export class DocumentError extends Error {
  readonly code: string;

  constructor(reason: RefusalReason, message = reason as string) {
    super(message);
    this.name = 'DocumentError';
    this.code = codes[reason];
  }
}

/** What went wrong and what to do next, in words for staff. */
export function describeFailure({ type }: WriteFailure): string {
  return plainFailure(new DocumentError(type));
}
