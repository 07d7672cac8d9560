import type { Confirmations } from '../release/confirmations.ts';
import { reportOf } from '../release/problems.ts';
import type { Site } from '../release/site.ts';
import type { Outcome } from '../release/step.ts';
import type { Writer } from '../release/writer.ts';
import type { Pipeline } from './control.ts';
import type { Health } from './health.ts';
import type { Metrics } from './metrics.ts';
import type { Queue } from './queue.ts';
import type { SetAside } from './set-aside.ts';
import type { StepRunner } from './step-runner.ts';

interface Reported {
  site: () => Site;
  health: Health;
  steps: Pick<StepRunner, 'isBuilding'>;
  queue: Pick<Queue<Outcome>, 'waiting'>;
  aside: Pick<SetAside, 'problems' | 'documents'>;
  writer: Pick<Writer, 'outbox' | 'templates'>;
  metrics: Metrics;
  /** Null where visitors are served from this machine. */
  confirmations: Confirmations | null;
}

/** How the pipeline is, for people and for Prometheus. */
export function openReports(reported: Reported): Pick<Pipeline, 'status' | 'metrics'> {
  const { site, health, steps, queue, aside, writer, metrics, confirmations } = reported;
  const problems = () => [
    ...reportOf(site().problems.values()),
    ...aside.problems(),
    ...(writer.outbox()?.problems() ?? []),
  ];
  const currentState = () => (steps.isBuilding() ? 'building' : health.state());

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
        failure: health.failure()?.message ?? null,
        next: health.failure()?.next ?? null,
        problems: problems(),
      };
    },

    metrics: () => {
      const { head } = site();
      const release = Number(head?.release ?? 0);
      return metrics.text({
        state: currentState(),
        waiting: queue.waiting(),
        setAside: aside.documents().length,
        problems: problems().length,
        release,
        live: confirmations ? Number(confirmations.release() ?? 0) : release,
        isPinned: head?.pin != null,
      });
    },
  };
}
