/** An expected problem that the user can fix. */
export interface Failure {
  /** The problem and its place. */
  what: string;
  /** Output of another program that explains the problem; may have several lines. */
  detail?: string;
  /** The next step, as a command if possible. */
  next: string;
}

export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'what' in value && 'next' in value;
