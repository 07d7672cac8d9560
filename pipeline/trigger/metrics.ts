import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PipelineEvent } from '../release/events.ts';
import type { Outlet } from '../release/outlet.ts';
import type { Taken } from '../release/step.ts';
import type { DocumentChange } from '../sync/content-state.ts';

/** How things are at the moment they are asked for. */
export interface Levels {
  state: string;
  /** Documents waiting to be published. */
  waiting: number;
  /** Quarantined documents, which are retried automatically. */
  setAside: number;
  /** Skipped documents and fields. */
  problems: number;
  /** Numbers of the newest release and of the one visitors have; 0 before the first. */
  release: number;
  live: number;
  isPinned: boolean;
}

/** Metrics of a pipeline for monitoring. */
export interface Metrics {
  /** Receives events. */
  note(event: PipelineEvent): void;
  /** The source has answered with so many documents; null where it did not answer. */
  read(documents: number | null): void;
  /** A step was taken, of these edits. */
  taken(step: Taken, edits: readonly DocumentChange[]): void;
  /** The same outlet, counted. */
  countCalls(outlet: Outlet): Outlet;
  /** All of it in the text format of Prometheus. */
  text(levels: Levels): Promise<string>;
}

/** The media type of that text. @see https://prometheus.io/docs/instrumenting/exposition_formats/ */
export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

/** Failure kinds by event. */
const failing: Partial<Record<PipelineEvent['event'], string>> = {
  'publish-failed': 'publishing',
  'outlet-failed': 'outlet',
  'notices-delayed': 'notices',
};
const states = ['idle', 'building', 'failed', 'unreachable'];

interface MetricsOptions {
  /** Whether visitors are served from elsewhere: else they have a release as soon as it is made. */
  hasOutlet: boolean;
  /** Milliseconds since the epoch. */
  now: () => number;
}

export function openMetrics({ hasOutlet, now }: MetricsOptions): Metrics {
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

  let underWay: { release: number; written: number }[] = [];
  let shown = 0;
  const live = (release: number): void => {
    shown = Math.max(shown, release);
    for (const one of underWay) if (one.release <= release) toLive.observe(Math.max(0, now() - one.written) / 1_000);
    underWay = underWay.filter((one) => one.release > release);
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
      // The time of a deletion is unknown: its hint's time counts.
      const times = edits.flatMap(({ after }) => (after ? Date.parse(after.time) : [])).filter(Number.isFinite);
      underWay.push({ release: Number(id), written: Math.min(now() - ms, ...times) });
      live(hasOutlet ? shown : Number(id));
    },
    countCalls: (outlet) => {
      const call = async <Answer>(name: string, asking: Promise<Answer>): Promise<Answer> => {
        const told = (result: string) => calls.inc({ outlet: outlet.name, call: name, result });
        return asking.then(
          (answer) => (told('ok'), answer),
          (error: unknown) => {
            told('failed');
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
      levels.aside.set(current.setAside);
      levels.problems.set(current.problems);
      levels.release.set(current.release);
      levels.live.set(current.live);
      levels.pinned.set(current.isPinned ? 1 : 0);
      for (const name of states) state.set({ state: name }, name === current.state ? 1 : 0);
      return registry.metrics();
    },
  };
}
