import type { Blobs } from '../release/blobs.ts';
import type { Confirmations } from '../release/confirmations.ts';
import { reasonOf, type Reason } from '../release/events.ts';
import { reportOf } from '../release/problems.ts';
import type { Site } from '../release/site.ts';
import type { Outcome } from '../release/step.ts';
import type { Writer } from '../release/writer.ts';
import type { Pipeline } from './pipeline-interface.ts';
import type { Health } from './health.ts';
import type { Metrics } from './metrics.ts';
import type { Queue } from './queue.ts';
import type { Quarantine } from './quarantine.ts';
import type { StepRunner } from './step-runner.ts';

interface ReportSources {
  site: () => Site;
  health: Health;
  blobs: Pick<Blobs, 'full'>;
  steps: Pick<StepRunner, 'isBuilding'>;
  queue: Pick<Queue<Outcome>, 'waiting'>;
  quarantined: Pick<Quarantine, 'problems' | 'documents'>;
  writer: Pick<Writer, 'outbox' | 'templates'>;
  metrics: Metrics;
  /** Null if this machine serves visitors. */
  confirmations: Confirmations | null;
}

/** Reports the state of the pipeline: `status` for operators, `metrics` for Prometheus. */
export function openReports(sources: ReportSources): Pick<Pipeline, 'status' | 'metrics'> {
  const { site, health, blobs, steps, queue, quarantined, writer, metrics, confirmations } = sources;
  const problems = () => [
    ...reportOf(site().problems.values()),
    ...quarantined.problems(),
    ...(writer.outbox()?.problems() ?? []),
  ];
  /** A full disk is reported before an edit fails because of it. */
  const failure = (): Reason | null => {
    const full = health.failure() === null ? blobs.full() : null;
    return full === null ? health.failure() : reasonOf(full);
  };
  const currentState = () => {
    if (steps.isBuilding()) return 'building';
    return health.state() === 'idle' && blobs.full() !== null ? 'failed' : health.state();
  };

  return {
    status: () => {
      const { head } = site();
      return {
        state: currentState(),
        release: head?.release ?? null,
        pinned: head?.pin ?? null,
        waiting: queue.waiting(),
        templates: writer.templates().renderer.fingerprint,
        liveTemplates: head?.templates ?? null,
        failure: failure()?.message ?? null,
        next: failure()?.next ?? null,
        problems: problems(),
      };
    },

    metrics: () => {
      const { head } = site();
      const release = Number(head?.release ?? 0);
      return metrics.text({
        state: currentState(),
        waiting: queue.waiting(),
        quarantined: quarantined.documents().length,
        problems: problems().length,
        release,
        live: confirmations ? Number(confirmations.release() ?? 0) : release,
        isPinned: head?.pin != null,
      });
    },
  };
}
