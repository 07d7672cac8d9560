import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PipelineEvent } from './events.ts';
import type { Outlet } from '../outlets/follow-outlet.ts';
import type { StepOutcome } from '../site/step.ts';
import type { DocumentChange } from '../sync/content-state.ts';

/** Values of the gauges at the time of a request. */
interface Levels {
  state: string;
  /** Documents waiting to be published. */
  waiting: number;
  /** Quarantined documents, which are retried automatically. */
  quarantined: number;
  /** Skipped documents and fields. */
  problems: number;
  /** Numbers of the newest release and of the one visitors have; 0 before the first. */
  release: number;
  live: number;
  isPinned: boolean;
}

/** Metrics of a pipeline for monitoring. */
export interface Metrics {
  /** Updates counters for an event. */
  note(event: PipelineEvent): void;
  /** Counts documents that the source returned; null counts a failed read. */
  read(documents: number | null): void;
  /** Counts a completed step of these edits, and measures the time until visitors have them. */
  taken(step: StepOutcome, edits: readonly DocumentChange[]): void;
  /** Wraps an outlet so that its calls are counted. */
  countCalls(outlet: Outlet): Outlet;
  /** All metrics in the text format of Prometheus. */
  text(levels: Levels): Promise<string>;
}

/** The media type of `Metrics.text`. @see https://prometheus.io/docs/instrumenting/exposition_formats/ */
export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

/** Failure kinds by event. */
const failing: Partial<Record<PipelineEvent['event'], string>> = {
  'publish-failed': 'publishing',
  'outlet-failed': 'outlet',
  'notices-delayed': 'notices',
};
const states = ['idle', 'building', 'failed', 'unreachable'];

interface MetricsOptions {
  /** Whether an outlet serves visitors. Without one, a release is live as soon as it is made. */
  hasOutlet: boolean;
  /** Milliseconds since the epoch. */
  now: () => number;
}

export function createMetrics({ hasOutlet, now }: MetricsOptions): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });

  const hints = counter('frontage_hints_total', 'Signed hints of edits that have arrived');
  const releases = counter('frontage_releases_total', 'Releases made');
  const rendered = counter('frontage_pages_rendered_total', 'Pages rendered for the site');
  const read = counter('frontage_documents_read_total', 'Documents read from Firestore');
  const calls = counter('frontage_outlet_calls_total', 'Calls to an outlet', ['outlet', 'call', 'result']);
  const failures = counter('frontage_failures_total', 'Failed attempts that are retried', ['part']);
  const toLive = new Histogram({
    name: 'frontage_commit_to_live_seconds',
    help: 'Time from an editor’s write in Firestore until visitors get it',
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 900],
    registers,
  });
  const levels = {
    queue: gauge('frontage_queue_length', 'Documents waiting to be published'),
    aside: gauge('frontage_set_aside', 'Quarantined documents, retried automatically'),
    problems: gauge('frontage_problems', 'Skipped documents and fields'),
    release: gauge('frontage_release_number', 'The newest release'),
    live: gauge('frontage_live_release_number', 'The release visitors get'),
    pinned: gauge('frontage_pinned', '1 while the site is pinned to an earlier release'),
  };
  const state = new Gauge({
    name: 'frontage_state',
    help: '1 for the state the pipeline is in',
    labelNames: ['state'],
    registers,
  });
  // Initialized to 0: a counter that appears with its first failure cannot trigger an alert on increase.
  for (const part of ['source', ...Object.values(failing)]) failures.inc({ part }, 0);

  let undelivered: { release: number; written: number }[] = [];
  let delivered = 0;
  const live = (release: number): void => {
    delivered = Math.max(delivered, release);
    for (const one of undelivered) if (one.release <= release) toLive.observe(Math.max(0, now() - one.written) / 1_000);
    undelivered = undelivered.filter((one) => one.release > release);
  };

  return {
    note: (event) => {
      const part = failing[event.event];
      if (part) failures.inc({ part });
      if (event.event === 'hint') hints.inc();
      if (event.event === 'release') releases.inc();
      if (event.event === 'live') live(Number(event.release));
    },
    read: (documents) => (documents === null ? failures.inc({ part: 'source' }) : read.inc(documents)),
    taken: ({ release, rendered: pages }, edits) => {
      rendered.inc(pages);
      if (release === null || edits.length === 0) return;
      const { id, ms } = release;
      // The time of a deletion is unknown, so the time of its hint is used.
      const times = edits.flatMap(({ after }) => (after ? Date.parse(after.time) : [])).filter(Number.isFinite);
      undelivered.push({ release: Number(id), written: Math.min(now() - ms, ...times) });
      live(hasOutlet ? delivered : Number(id));
    },
    countCalls: (outlet) => {
      const call = async <Answer>(name: string, pending: Promise<Answer>): Promise<Answer> => {
        const countResult = (result: string) => calls.inc({ outlet: outlet.name, call: name, result });
        return pending.then(
          (answer) => (countResult('ok'), answer),
          (error: unknown) => {
            countResult('failed');
            throw error;
          },
        );
      };
      return {
        name: outlet.name,
        cursor: () => call('cursor', outlet.cursor()),
        deliver: (delivery) => call('deliver', outlet.deliver(delivery)),
      };
    },
    text: (current) => {
      levels.queue.set(current.waiting);
      levels.aside.set(current.quarantined);
      levels.problems.set(current.problems);
      levels.release.set(current.release);
      levels.live.set(current.live);
      levels.pinned.set(current.isPinned ? 1 : 0);
      for (const name of states) state.set({ state: name }, name === current.state ? 1 : 0);
      return registry.metrics();
    },
  };
}
