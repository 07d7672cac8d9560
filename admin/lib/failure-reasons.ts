/**
 * Why a request to Firestore brought nothing back: the one place where Firebase's codes become reasons, and reasons words
 * for staff. `unreachable` means that no answer came: a write may or may not have happened, and repeating it is safe. All
 * others are answers, after which nothing was written.
 */
export const failureReasons = {
  // reason            Firebase's code              codes of Firestore that mean the same
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
    // `internal` is an answer of 500, `unavailable` also a fetch that failed: neither says whether a write happened.
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

/** The reason behind a code of Firestore. */
export const reasonOf = (code: string): FailureReason =>
  reasons.find((reason) => {
    const { code: own, also }: { code: string; also: readonly string[] } = failureReasons[reason];
    return own === code || also.includes(code);
  }) ?? 'unexpected';

/** What staff read, by the code that names the reason. */
export const wordsByCode: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(failureReasons).map(({ code, words }) => [code, words]),
);
