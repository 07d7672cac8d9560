import { resolve } from 'node:path';
import { messageOf } from '@frontage/model/message-of';
import type { Outcome, Pipeline } from '@frontage/pipeline/pipeline';
import { isFailure, type Failure } from '../failure.ts';
import type { Flags } from '../flags.ts';
import { isElsewhere } from '../home.ts';
import { sendCommand } from '../operator-request.ts';
import { presentOutcome } from '../present-outcome.ts';
import { presentPin } from '../present-pin.ts';
import type { CommandHandler } from '../command-handler.ts';
import { readStore, runningInstance, withPipeline } from '../store.ts';

interface Done {
  outcome: Outcome;
  /** The release the site is pinned to now. */
  pinned: string | null;
}

/**
 * `rollback ID` and `unpin`: asked of the running instance, or done on the data folder where none runs. On a hosted
 * project it is one commit to the shared history, and done when visitors have it.
 */
export const run: CommandHandler = async (flags, presenter) => {
  const id = flags.operands[0];
  const running = runningInstance(flags);
  if (isFailure(running)) return running;
  const asked = id === undefined ? { hook: 'unpin', body: {} } : { hook: 'rollback', body: { id } };
  const ordered = running && (await sendCommand<Outcome>(running, resolve(flags.data), asked));
  if (isFailure(ordered)) return ordered;
  const done = ordered
    ? { outcome: ordered, pinned: await readStore(flags, presenter, (store) => store.head()?.pin ?? null) }
    : await withPipeline({ flags, presenter, firebase: null }, (pipeline) => goTo(pipeline, flags));
  if (isFailure(done)) return done;
  const { outcome, pinned } = done;
  if (isFailure(pinned)) return pinned;
  presentOutcome(outcome, presenter);
  presentPin(flags, pinned, presenter);
  if (pinned === null) presenter.show({ event: 'unpinned' }, 'The site follows its content.');
  return 0;
};

async function goTo(pipeline: Pipeline, flags: Flags): Promise<Done | Failure> {
  const id = flags.operands[0];
  const { templates, liveTemplates } = pipeline.status();
  if (id === undefined && isElsewhere(flags) && liveTemplates !== null && liveTemplates !== templates) {
    // These templates would render the release again, and the service would stop publishing in favor of them.
    return {
      what: `The site was made by templates ${liveTemplates}, and these are ${templates}`,
      next: 'Run it from the version of the repository that the service runs',
    };
  }
  const outcome = await (id === undefined ? pipeline.unpin() : pipeline.rollback(id));
  try {
    await pipeline.arrived();
  } catch (error) {
    return {
      what: `It is committed, but visitors do not have it yet: ${messageOf(error)}`,
      next: 'The service tries it again within a minute. To try now, run the command again',
    };
  }
  return { outcome, pinned: pipeline.status().pinned };
}
