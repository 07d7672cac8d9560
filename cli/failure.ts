/** Something a person can put right: what is wrong and what to do next. */
export interface Failure {
  what: string;
  next: string;
}

export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'what' in value && 'next' in value;
