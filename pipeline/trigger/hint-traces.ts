import type { PipelineEvent } from '../release/events.ts';

/** Traces hints through events, so that an operator can follow one edit by one id from its hint to visitors. */
export interface HintTraces {
  /** Reports an event with the ids of the hints that led to it. */
  log(event: PipelineEvent): void;
  /** Called when a hint arrives, with the documents it names. */
  arrived(hint: string, documents: readonly string[]): void;
  /** Called when a hint has been processed. */
  settled(hint: string): void;
}

interface TraceOptions {
  log: (event: PipelineEvent) => void;
  /** Whether releases are delivered to an outlet, which logs a `live` event after the `release` event. */
  hasOutlet: boolean;
}

// Limits the length of a log line. This many documents identify an edit.
const loggedDocuments = 20;

export function openHintTraces({ log, hasOutlet }: TraceOptions): HintTraces {
  const waiting = new Map<string, ReadonlySet<string>>();
  let undelivered: { release: number; hints: string[] }[] = [];

  const released = (release: string, documents: readonly string[]): string[] => {
    const changed = new Set(documents);
    const hints = [...waiting].flatMap(([hint, named]) => ([...named].some((path) => changed.has(path)) ? [hint] : []));
    for (const hint of hints) waiting.delete(hint);
    if (hasOutlet) undelivered.push({ release: Number(release), hints });
    return hints;
  };

  /** Returns and removes the hints of this release and of earlier ones, which visitors now have. */
  const confirmed = (release: string): string[] => {
    const isDelivered = (one: { release: number }): boolean => one.release <= Number(release);
    const hints = undelivered.filter(isDelivered).flatMap((one) => one.hints);
    undelivered = undelivered.filter((one) => !isDelivered(one));
    return hints;
  };

  return {
    log: (event) => {
      if (event.event === 'release') {
        const hints = released(event.id, event.documents);
        log({ ...event, documents: event.documents.slice(0, loggedDocuments), hints });
      } else if (event.event === 'live') log({ ...event, hints: confirmed(event.release) });
      else if (event.event === 'publish-failed') log({ ...event, hints: [...waiting.keys()] });
      else log(event);
    },
    arrived: (hint, documents) => {
      waiting.set(hint, new Set(documents));
      log({ event: 'hint', hint, documents: documents.slice(0, loggedDocuments) });
    },
    settled: (hint) => {
      // An earlier release contains its documents, or they are not visible to visitors.
      if (waiting.delete(hint)) log({ event: 'unchanged', hint });
    },
  };
}
