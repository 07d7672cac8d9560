import type { PipelineState, Problem } from '@frontage/model/build-state';
import type { Writer } from '../release/writer.ts';
import type { Blobs } from '../site/blobs.ts';
import { reportOf } from '../site/problems.ts';
import { noRelease } from '../site/site.ts';
import type { ReleaseStore } from '../site/store.ts';
import { type Reason, reasonOf } from '../status/events.ts';
import type { Monitor } from '../status/monitor.ts';
import type { Confirmations } from '../status/outbox.ts';
import type { PipelineStatus } from './pipeline-interface.ts';
import type { Publishing } from './publishing.ts';

interface ReportOptions {
  writer: Writer;
  publishing: Pick<Publishing, 'isBuilding' | 'waiting' | 'quarantine'>;
  monitor: Monitor;
  store: Pick<ReleaseStore, 'lost'>;
  blobs: Pick<Blobs, 'full'>;
  /** Null if this machine serves visitors. */
  confirmations: Confirmations | null;
}

/** Reports the state of a pipeline to operators. */
export class StatusReport {
  readonly #options: ReportOptions;

  constructor(options: ReportOptions) {
    this.#options = options;
  }

  status(): PipelineStatus {
    const { writer, publishing } = this.#options;
    const { head } = writer.publisher().site();
    const failure = this.#failure();
    return {
      state: this.#state(),
      release: head?.release ?? null,
      pinned: head?.pin ?? null,
      waiting: publishing.waiting(),
      templates: writer.templates().renderer.fingerprint,
      liveTemplates: head?.templates ?? null,
      failure: failure?.message ?? null,
      next: failure?.next ?? null,
      problems: this.#problems(),
    };
  }

  metrics(): Promise<string> {
    const { writer, publishing, monitor, confirmations } = this.#options;
    const { head } = writer.publisher().site();
    const release = Number(head?.release ?? 0);
    return monitor.metrics.text({
      state: this.#state(),
      waiting: publishing.waiting(),
      quarantined: publishing.quarantine().documents().length,
      problems: this.#problems().length,
      release,
      live: confirmations ? Number(confirmations.release() ?? 0) : release,
      isPinned: head?.pin != null,
    });
  }

  #state(): PipelineState['state'] {
    const { publishing, monitor, blobs } = this.#options;
    if (publishing.isBuilding()) return 'building';
    const state = monitor.health.state();
    return state === 'idle' && blobs.full() !== null ? 'failed' : state;
  }

  /** The current failure. A full disk is reported before an edit fails because of it. */
  #failure(): Reason | null {
    const { monitor, blobs, store } = this.#options;
    const found = monitor.health.failure();
    if (found !== null) return found;
    const full = blobs.full();
    if (full !== null) return reasonOf(full);
    const lost = store.lost();
    return lost && reasonOf(noRelease(lost));
  }

  #problems(): Problem[] {
    const { writer, publishing } = this.#options;
    return [
      ...reportOf(writer.publisher().site().problems.values()),
      ...publishing.quarantine().problems(),
      ...(writer.outbox()?.problems() ?? []),
    ];
  }
}
