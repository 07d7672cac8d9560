import { messageOf } from '@frontage/model/message-of';
import { failureCode } from '../failures.ts';
import { reasonOf } from '../failure-reasons.ts';
import type { Answer, Failure } from '../documents/document-store.ts';

// Requests have no limit of their own: a connection that hangs would show "Saving…" for ever.
const answerWithin = 20_000;

// A token that cannot be renewed is an error of Firebase Auth, told by its text.
const sessionIsOver =
  /auth\/(user-token-expired|user-disabled|user-not-found|invalid-user-token|invalid-credential|no-current-user)/;

/** What a thrown error of a call means to its caller. */
function toFailure(error: unknown): Failure {
  const message = messageOf(error);
  const reason = sessionIsOver.test(message) ? 'unauthenticated' : reasonOf(failureCode(error) ?? '');
  return { ok: false, reason, message };
}

/** What a call came to, within the time that somebody waits for it. */
export function answerOf<T>(call: Promise<T>): Promise<Answer<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<Answer<T>>((resolve) => {
    timer = setTimeout(() => {
      resolve({ ok: false, reason: 'unreachable', message: 'No answer in time' });
    }, answerWithin);
  });
  const answer = call.then((value): Answer<T> => ({ ok: true, value }), toFailure);
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}
