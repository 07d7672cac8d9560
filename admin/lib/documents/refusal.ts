import type { Refusal, RefusalReason } from './store.ts';

// Firestore's codes. `unavailable` is also what a failed fetch becomes, `internal` an answer of 500: neither says
// whether a write happened.
const reasons: Readonly<Record<string, RefusalReason>> = {
  'permission-denied': 'denied',
  unauthenticated: 'unauthenticated',
  'not-found': 'missing',
  aborted: 'busy',
  'resource-exhausted': 'busy',
  unknown: 'unreachable',
  unavailable: 'unreachable',
  cancelled: 'unreachable',
  internal: 'unreachable',
  'deadline-exceeded': 'unreachable',
};

// A token that cannot be renewed is an error of Firebase Auth, told by its text.
const sessionIsOver =
  /auth\/(user-token-expired|user-disabled|user-not-found|invalid-user-token|invalid-credential|no-current-user)/;

/** What a thrown error of a Firestore call means to a caller. */
export function toRefusal(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error);
  if (sessionIsOver.test(message)) return { ok: false, reason: 'unauthenticated', message };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { ok: false, reason: reasons[code] ?? 'unexpected', message };
}
