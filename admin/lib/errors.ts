import { texts } from '@frontage/model/messages';

/**
 * The reasons of failed Firestore requests: the only mapping from Firebase's codes to reasons, and from reasons to
 * messages for staff. `unreachable` means no response: the write may have happened, and repeating it is safe. All other
 * reasons are responses, after which nothing was written.
 */
export const failureReasons = {
  // `code` is Firebase's code; `also` lists equivalent codes of Firestore.
  denied: {
    code: 'permission-denied',
    also: [],
    words: 'You do not have permission to do this. Ask an administrator.',
  },
  unauthenticated: {
    code: 'unauthenticated',
    also: [],
    words: 'Your session has expired. Sign in again to continue.',
  },
  missing: {
    code: 'not-found',
    also: [],
    words: 'This no longer exists. Someone may have deleted it.',
  },
  busy: {
    code: 'resource-exhausted',
    also: ['aborted'],
    words: 'Too many requests. Wait a moment and try again.',
  },
  unreachable: {
    code: 'unavailable',
    // `internal` is a response of 500, `unavailable` also a failed fetch: neither proves that a write happened.
    also: ['unknown', 'cancelled', 'internal', 'deadline-exceeded'],
    words: 'The server could not be reached. Check your connection and try again.',
  },
  unexpected: {
    code: 'unexpected',
    also: [],
    words: 'Something went wrong on the server. Try again.',
  },
} as const satisfies Record<string, { code: string; also: readonly string[]; words: string }>;

export type FailureReason = keyof typeof failureReasons;

const reasons = Object.keys(failureReasons) as FailureReason[];

/** The reason for a Firestore code. */
export const reasonOf = (code: string): FailureReason =>
  reasons.find((reason) => {
    const { code: own, also }: { code: string; also: readonly string[] } = failureReasons[reason];
    return own === code || also.includes(code);
  }) ?? 'unexpected';

const { denied, unauthenticated, unexpected, unreachable } = failureReasons;

/** The code of a Firebase error (`permission-denied`, `auth/wrong-password`, `functions/internal` …), else null. */
export function failureCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Whether a request failed because the session has ended (HTTP 401). */
export function isUnauthenticated(error: unknown): boolean {
  const code = failureCode(error) ?? '';
  return code === 'auth/user-token-expired' || code.replace(/^(functions|storage)\//, '') === unauthenticated.code;
}

/** Whether the server rejected a request for missing permission. */
export function isDenied(error: unknown): boolean {
  return [denied.code, `functions/${denied.code}`, 'storage/unauthorized'].includes(failureCode(error) ?? '');
}

/** Whether the request may not have reached the server, so that a retry may help. */
export function isUnreachable(error: unknown): boolean {
  return [
    unreachable.code,
    'deadline-exceeded',
    'auth/network-request-failed',
    'storage/retry-limit-exceeded',
  ].includes(failureCode(error) ?? '');
}

/** The name of a server function's refusal in model/refusals.ts; null for any other failure. */
export function refusalOf(error: unknown): string | null {
  const details = error instanceof Error && 'details' in error ? error.details : null;
  return typeof details === 'object' && details !== null && 'refusal' in details ? String(details.refusal) : null;
}

const plainWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values(failureReasons).map(({ code, words }) => [code, words])),
  'deadline-exceeded': 'The server took too long to answer. Try again.',
  aborted: 'Someone else changed this at the same moment. Try again.',
  'failed-precondition': 'Someone else changed this in the meantime. Reload and try again.',
  internal: unexpected.words,
  'auth/network-request-failed': unreachable.words,
  'auth/invalid-credential': texts.wrongCredentials,
  'auth/invalid-email': texts.wrongCredentials,
  'auth/user-not-found': texts.wrongCredentials,
  'auth/wrong-password': texts.wrongCredentials,
  'auth/user-disabled': 'This account has been deactivated. Ask an administrator.',
  'auth/too-many-requests': 'Too many attempts. Wait a moment and try again.',
  'auth/email-already-in-use': 'An account with this email already exists. Sign in instead.',
  'auth/weak-password': 'Choose a stronger password.',
  'auth/invalid-verification-code': 'Wrong code. Use the newest one from your app.',
  'auth/code-expired': 'The code has expired. Use the newest one from your app.',
  'auth/requires-recent-login': 'Sign in again before you change this.',
  'auth/invalid-action-code': 'This link is not valid, or was used already.',
  'auth/expired-action-code': 'This link has expired.',
  'auth/unverified-email': 'Confirm your email address first.',
  'storage/unauthorized': 'You do not have permission to upload here. Ask an administrator.',
  'storage/quota-exceeded': 'There is no space left for uploads. Ask an administrator.',
  'auth/resource-exhausted': 'The server cannot store this now. Ask an administrator.',
  'storage/canceled': 'The upload was canceled.',
  'storage/retry-limit-exceeded': unreachable.words,
};

/** Whether email or password are wrong. */
export const isWrongCredentials = (error: unknown): boolean =>
  plainWords[failureCode(error) ?? ''] === texts.wrongCredentials;

/** The problem and the next step for users; never a code or a stack. */
export function plainFailure(error: unknown): string {
  if (isUnauthenticated(error)) return unauthenticated.words;
  const code = failureCode(error);
  if (
    code?.startsWith('functions/') &&
    error instanceof Error &&
    error.message &&
    !/^internal\b/i.test(error.message)
  ) {
    // A function's message is written for users; the client appends the HTTP status.
    return error.message.replace(/ \[\d{3}\]$/, '');
  }
  const known = code === null ? undefined : plainWords[code.replace(/^functions\//, '')];
  if (known !== undefined) return known;
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)) return unreachable.words;
  if (code === null && error instanceof Error && error.message) return error.message;
  return 'Something went wrong. Try again.';
}
