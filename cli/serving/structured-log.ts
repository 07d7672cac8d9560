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
 * Formats an event as one line of JSON for log collectors. `severity`, `time` and `message` have their meaning in Cloud
 * Logging; the other fields are those of the event.
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
