export interface LogEvent {
  level: 'info' | 'warn' | 'error';
  source: string;
  message: string;
}

export type Log = (event: LogEvent) => void;

/** The text of whatever was thrown, for a log line. */
export function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
