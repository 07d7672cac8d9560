import type { Failure } from './failure.ts';

/** Something worth telling the person or program that runs a command. */
type Event = { event: string } & Record<string, unknown>;

export interface Presenter {
  /** Shows an event: `text` for people, the event itself with --json. */
  show(event: Event, text?: string): void;
  fail(failure: Failure): void;
}

/** One place for everything the CLI says. */
export function createPresenter(json: boolean): Presenter {
  return {
    show(event, text) {
      if (json) process.stdout.write(`${JSON.stringify(event)}\n`);
      else if (text !== undefined) process.stdout.write(`${text}\n`);
    },
    fail(failure) {
      if (json) process.stdout.write(`${JSON.stringify({ event: 'failed', ...failure })}\n`);
      process.stderr.write(`${failure.what}\n  → ${failure.next}\n`);
    },
  };
}
