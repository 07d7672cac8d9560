import { resolve } from 'node:path';
import { messageOf } from '@frontage/model/messages';
import type { Outcome, Pipeline } from '@frontage/pipeline';
import { isFailure, type Failure } from '../runtime/failure.ts';
import type { Flags } from '../options.ts';
import { hasSeparateHistory } from '../target/history-location.ts';
import { presentOutcome, presentPin } from '../runtime/present.ts';
import type { Command } from '../command.ts';

interface Result {
  outcome: Outcome;
  /** The release the site is pinned to now. */
  pinned: string | null;
}

/**
 * `rollback ID` and `unpin`: sends the command to the running instance, or changes the data folder if none runs. For a
 * hosted project it commits to the shared history and waits until the release is live.
 */
export const rollback: Command = {
  help: {
    operand: 'ID',
    summary: 'serve an earlier release, and pin the site to it',
    details: [
      'Content unpublished, deleted or protected since then stays hidden. Edits are not shown until: frontage unpin',
      'A running instance performs the rollback. List the kept releases with: frontage releases',
      'With --project ID --state PLACE it commits to the release history of a service and waits until the release is live.',
    ],
  },
  options: ['state'],
  worksOn: 'releases',
  async run(flags, presenter) {
    const { sendCommand } = await import('../target/instance.ts');
    const { readStore, runningInstance, withPipeline } = await import('../target/open-project.ts');
    const id = flags.operands[0];
    const running = runningInstance(flags);
    if (isFailure(running)) return running;
    const request = id === undefined ? { hook: 'unpin', body: {} } : { hook: 'rollback', body: { id } };
    const remoteOutcome = running && (await sendCommand<Outcome>(running, resolve(flags.data), request));
    if (isFailure(remoteOutcome)) return remoteOutcome;
    const result = remoteOutcome
      ? { outcome: remoteOutcome, pinned: await readStore(flags, presenter, (store) => store.head()?.pin ?? null) }
      : await withPipeline({ flags, presenter, firebase: null }, (pipeline) => changePin(pipeline, flags));
    if (isFailure(result)) return result;
    const { outcome, pinned } = result;
    if (isFailure(pinned)) return pinned;
    presentOutcome(outcome, presenter);
    presentPin(pinned, presenter);
    if (pinned === null) presenter.show({ event: 'unpinned' }, 'The site follows its content.');
    return 0;
  },
};

async function changePin(pipeline: Pipeline, flags: Flags): Promise<Result | Failure> {
  const id = flags.operands[0];
  const { templates, liveTemplates } = pipeline.status();
  if (id === undefined && hasSeparateHistory(flags) && liveTemplates !== null && liveTemplates !== templates) {
    // Unpinning would render the site with these templates, and the service would stop publishing as outdated.
    return {
      what: `The live release uses templates ${liveTemplates}, but this repository has templates ${templates}`,
      next: 'Run it from the version of the repository that the service runs',
    };
  }
  const outcome = await (id === undefined ? pipeline.unpin() : pipeline.rollback(id));
  try {
    await pipeline.arrived();
  } catch (error) {
    return {
      what: `The change is committed, but not live yet: ${messageOf(error)}`,
      next: 'The service retries within a minute. To retry now, run the command again',
    };
  }
  return { outcome, pinned: pipeline.status().pinned };
}
