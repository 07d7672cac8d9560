type Event = { event: string; message?: string } & Record<string, unknown>;

const severities: Record<string, 'INFO' | 'WARNING' | 'ERROR'> = {
  problem: 'WARNING',
  warning: 'WARNING',
  'notices-delayed': 'WARNING',
  missed: 'WARNING',
  superseded: 'WARNING',
  'snapshot-failed': 'WARNING',
  'thread-ended': 'WARNING',
  'outlet-failed': 'ERROR',
  'publish-failed': 'ERROR',
  failed: 'ERROR',
};

/**
 * An event as one line of JSON, as log collectors read it: `severity`, `time` and `message` have the meaning Cloud Logging
 * gives them, the rest is the event's own.
 * @see https://cloud.google.com/logging/docs/structured-logging
 */
export function structuredLine(event: Event, { text, at }: { text?: string | undefined; at: Date }): string {
  const { message = text ?? event.event, ...rest } = event;
  return JSON.stringify({
    severity: severities[event.event] ?? 'INFO',
    time: at.toISOString(),
    message,
    ...rest,
  });
}
