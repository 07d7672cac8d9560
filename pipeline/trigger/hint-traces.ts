import type { PipelineEvent } from '../release/events.ts';

/** Traces hints through events, so that an operator can follow one edit by one id from its hint to visitors. */
export interface HintTraces {
  /** Reports an event with the ids of the hints that led to it. */
  log(event: PipelineEvent): void;
  /** A hint names these documents. */
  arrived(hint: string, documents: readonly string[]): void;
  /** A hint has been carried out. */
  settled(hint: string): void;
}

interface TraceOptions {
  log: (event: PipelineEvent) => void;
  /** Whether visitors are told of apart, as where they are served from elsewhere. */
  hasOutlet: boolean;
}

// Enough to find an edit by; a line has its limits.
const loggedDocuments = 20;

export function openHintTraces({ log, hasOutlet }: TraceOptions): HintTraces {
  const waiting = new Map<string, ReadonlySet<string>>();
  let underWay: { release: number; hints: string[] }[] = [];

  const released = (release: string, documents: readonly string[]): string[] => {
    const changed = new Set(documents);
    const hints = [...waiting].flatMap(([hint, named]) => ([...named].some((path) => changed.has(path)) ? [hint] : []));
    for (const hint of hints) waiting.delete(hint);
    if (hasOutlet) underWay.push({ release: Number(release), hints });
    return hints;
  };

  /** The hints of all that visitors got with a release. */
  const confirmed = (release: string): string[] => {
    const isThere = (one: { release: number }): boolean => one.release <= Number(release);
    const hints = underWay.filter(isThere).flatMap((one) => one.hints);
    underWay = underWay.filter((one) => !isThere(one));
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
      // Its documents are in an earlier release or not visible.
      if (waiting.delete(hint)) log({ event: 'unchanged', hint });
    },
  };
}
