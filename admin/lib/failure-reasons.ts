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
    words: 'You do not have permission to do this.',
  },
  unauthenticated: {
    code: 'unauthenticated',
    also: [],
    words: 'Your sign-in has ended. Sign in again to continue.',
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

/** Messages for staff by reason code. */
export const wordsByCode: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(failureReasons).map(({ code, words }) => [code, words]),
);
