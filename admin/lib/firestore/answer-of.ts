import { messageOf } from '@frontage/model/message-of';
import { failureCode } from '../failures.ts';
import { reasonOf } from '../failure-reasons.ts';
import type { Answer, Failure } from '../documents/document-store.ts';

// Requests have no built-in timeout: a hanging connection would show "Saving…" forever.
const timeoutMs = 20_000;

// Firebase Auth reports a token that cannot be renewed only in its message.
const sessionIsOver =
  /auth\/(user-token-expired|user-disabled|user-not-found|invalid-user-token|invalid-credential|no-current-user)/;

/** Converts an error of a call to a failure. */
function toFailure(error: unknown): Failure {
  const message = messageOf(error);
  const reason = sessionIsOver.test(message) ? 'unauthenticated' : reasonOf(failureCode(error) ?? '');
  return { ok: false, reason, message };
}

/** The result of a call, or a failure after the timeout. */
export function answerOf<T>(call: Promise<T>): Promise<Answer<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<Answer<T>>((resolve) => {
    timer = setTimeout(() => {
      resolve({ ok: false, reason: 'unreachable', message: 'No answer in time' });
    }, timeoutMs);
  });
  const answer = call.then((value): Answer<T> => ({ ok: true, value }), toFailure);
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}
