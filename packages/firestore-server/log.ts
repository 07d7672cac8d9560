import { isFileError } from './damaged-file.ts';

export interface LogEvent {
  level: 'info' | 'warn' | 'error';
  source: string;
  message: string;
}

export type Log = (event: LogEvent) => void;

/** The text of a thrown value for a log line: with its stack, except for errors that an operator can fix. */
export function describe(thrown: unknown): string {
  if (isFileError(thrown)) return thrown.message;
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
