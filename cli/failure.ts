/** Something a person can put right: what is wrong, where, and what to do next. */
export interface Failure {
  what: string;
  /** What another program said about it, as many lines as it took. */
  detail?: string;
  next: string;
}

export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'what' in value && 'next' in value;
