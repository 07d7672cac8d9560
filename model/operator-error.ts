import { messageOf } from './messages.ts';

/** An expected failure of a command: `message` describes it, `next` is the operator's next step. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly next: string;

  constructor(what: string, next: string, options?: ErrorOptions) {
    super(what, options);
    this.next = next;
  }
}

/** The message of a thrown value on one line, with the next step if it is known. */
export const messageWithNext = (thrown: unknown): string =>
  thrown instanceof OperatorError ? `${thrown.message}. ${thrown.next}` : messageOf(thrown);
