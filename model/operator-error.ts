/** What cannot be done as asked, in words for whoever asked: `message` says what, `next` what to do about it. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly next: string;

  constructor(what: string, next: string, options?: ErrorOptions) {
    super(what, options);
    this.next = next;
  }
}
