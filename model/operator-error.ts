import { messageOf } from './message-of.ts';

/** What cannot be done as asked, in words for whoever asked: `message` says what, `next` what to do about it. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly next: string;

  constructor(what: string, next: string, options?: ErrorOptions) {
    super(what, options);
    this.next = next;
  }
}

/** What was thrown in one line, with what to do about it where that is known. */
export const messageWithNext = (thrown: unknown): string =>
  thrown instanceof OperatorError ? `${thrown.message}. ${thrown.next}` : messageOf(thrown);
