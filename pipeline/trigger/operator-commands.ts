import { OperatorError } from '@frontage/model/operator-error';
import { exportRelease } from '../release/export.ts';
import { loadPreviousManifest, noRelease, type Site } from '../release/site.ts';
import type { Outcome } from '../release/step.ts';
import type { ReleaseStore } from '../release/store.ts';
import type { Writer } from '../release/writer.ts';
import type { Pipeline } from './pipeline-interface.ts';
import type { Queue } from './queue.ts';
import type { StepRunner } from './step-runner.ts';

interface CommandPorts {
  site: () => Site;
  store: Pick<ReleaseStore, 'atOnce' | 'contents'> & Parameters<typeof loadPreviousManifest>[1];
  queue: Pick<Queue<Outcome>, 'run'>;
  steps: Pick<StepRunner, 'unchanged'>;
  writer: Pick<Writer, 'become' | 'load'>;
  live: Pipeline['live'];
}

type OperatorCommands = Pick<Pipeline, 'releases' | 'rollback' | 'unpin' | 'useCompiled' | 'exportTo'>;

/** Operator commands and queries about releases. */
export function openOperatorCommands({ site, store, queue, steps, writer, live }: CommandPorts): OperatorCommands {
  return {
    releases: () => {
      const { head } = site();
      return store
        .releases()
        .map(({ asOf: _asOf, ...release }) => ({ ...release, live: release.id === head?.release }));
    },

    rollback: (id) =>
      queue.run(async () => {
        await writer.become();
        const record = store.releases().find((release) => release.id === id);
        if (!record)
          throw new OperatorError(`There is no release ${id}`, 'See the releases kept: npx frontage releases');
        // If the release is the result of a rollback, the target is the release that it was pinned to.
        const target = record.pin ?? id;
        const pin = store.atOnce(() => loadPreviousManifest(site(), store, { id: target, leave: store.contents }));
        return steps.unchanged({ isFull: false, pin });
      }),

    unpin: () => queue.run(() => steps.unchanged({ isFull: false, pin: null })),

    useCompiled: (next) =>
      queue.run(async () => {
        await writer.become();
        await writer.load(next);
        return steps.unchanged({ isFull: true });
      }),

    exportTo: async (folder) => {
      const release = live();
      if (!release) throw noRelease();
      await exportRelease(release, folder);
    },
  };
}
