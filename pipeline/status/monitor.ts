import type { PipelineState } from '@frontage/model/build-state';
import { reasonOf, type PipelineEvent, type Reason } from './events.ts';
import { createMetrics, type Metrics } from './metrics.ts';

/** Observes a pipeline: its events, failures and counts, for logs, metrics and status. */
export interface Monitor {
  /** Logs and counts an event. Adds the ids of the hints that caused it. */
  log: HintTraces['log'];
  hints: Pick<HintTraces, 'arrived' | 'settled'>;
  /** Records the error of a part, or null once it works again. */
  note(part: Part, error: unknown): void;
  health: Omit<Health, 'note'>;
  metrics: Metrics;
}

interface MonitorOptions {
  log: (event: PipelineEvent) => void;
  /** Whether an outlet serves visitors. Without one, a release is live as soon as it is made. */
  hasOutlet: boolean;
  now: () => Date;
  /** Called with the state for Firestore whenever it changes. */
  onNotice: (notice: ReturnType<Health['notice']>) => void;
}

export function createMonitor({ log, hasOutlet, now, onNotice }: MonitorOptions): Monitor {
  const metrics = createMetrics({ hasOutlet, now: () => now().getTime() });
  const logAndCount = (event: PipelineEvent): void => {
    metrics.note(event);
    log(event);
  };
  const hints = createHintTraces({ log: logAndCount, hasOutlet });
  const health = createHealth(() => onNotice(health.notice()));
  return {
    log: hints.log,
    hints,
    note: (part, error) => health.note(part, error === null ? null : reasonOf(error)),
    health,
    metrics,
  };
}

/** Traces hints through events, so that an operator can follow one edit by one id from its hint to visitors. */
interface HintTraces {
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

function createHintTraces({ log, hasOutlet }: TraceOptions): HintTraces {
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

/** Independent failure kinds in order of importance: reading, publishing, delivering, reporting. */
const parts = ['source', 'publishing', 'outlet', 'notices'] as const;

type Part = (typeof parts)[number];

/** Stores the reason why a part fails. Null means that the part works. */
export type NoteHealth = (part: Part, reason: Reason | null) => void;

/** The current failure, if any. */
export interface Health {
  note: NoteHealth;
  state(): Exclude<PipelineState['state'], 'building'>;
  /** The most important failure; null if every part works. */
  failure(): Reason | null;
  /** The state and failure as written to Firestore. They do not include a failure to write to Firestore. */
  notice(): Pick<PipelineState, 'state' | 'failure'>;
}

/** `onChange` is called whenever `notice()` returns a different value than before. */
export function createHealth(onChange: () => void): Health {
  const reasons = new Map<Part, Reason>();
  const state: Health['state'] = () => {
    if (reasons.has('source')) return 'unreachable';
    return reasons.has('publishing') || reasons.has('outlet') ? 'failed' : 'idle';
  };
  const failure: Health['failure'] = () => parts.flatMap((part) => reasons.get(part) ?? [])[0] ?? null;
  const notice: Health['notice'] = () => {
    const reason = state() === 'idle' ? null : failure();
    return { state: state(), failure: reason && { message: reason.message, next: reason.next ?? null } };
  };
  return {
    note: (part, reason) => {
      const before = JSON.stringify(notice());
      if (reason === null) reasons.delete(part);
      else reasons.set(part, reason);
      if (JSON.stringify(notice()) !== before) onChange();
    },
    state,
    failure,
    notice,
  };
}
