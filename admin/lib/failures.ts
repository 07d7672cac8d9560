import { texts } from '@frontage/model/messages';
import { failureReasons, wordsByCode } from './failure-reasons.ts';

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
  ...wordsByCode,
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
  'storage/unauthorized': 'You do not have permission to upload here.',
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
