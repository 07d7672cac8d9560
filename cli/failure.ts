/** A problem that a person can fix: the problem, its place and the next step. */
export interface Failure {
  what: string;
  /** Another program's output about it, in any number of lines. */
  detail?: string;
  next: string;
}

export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'what' in value && 'next' in value;
