/** Whether SQLite failed because a file is damaged or has another format. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && [11, 26].includes(Number(error.errcode) % 256);
