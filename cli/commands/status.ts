import { loadSite } from '@frontage/pipeline/release/site';
import { reportOf } from '@frontage/pipeline/release/problems';
import { z } from 'zod';
import { addressesOf } from '../configuration.ts';
import { isFailure } from '../failure.ts';
import { isElsewhere } from '../home.ts';
import type { Running } from '../instance.ts';
import { describeProblem } from '../present-outcome.ts';
import { presentPin } from '../present-pin.ts';
import type { Run } from '../run.ts';
import { readStore, runningInstance } from '../store.ts';

export const run: Run = async (flags, presenter) => {
  const running = runningInstance(flags);
  if (isFailure(running)) return running;
  const known = await readStore(flags, presenter, (store) => {
    const { head, problems, files } = loadSite(store);
    return { head, files: files.size, problems: reportOf(problems.values()) };
  });
  if (isFailure(known)) return known;
  const { head, files, problems } = known;
  const instance = running && {
    ...addressesOf(running.ports, running.host),
    pid: running.pid,
    ...(await ask(running)),
  };
  const release = head?.release ?? null;
  const lines = [
    release === null
      ? 'There is no release yet.'
      : `Release ${release} is ${isElsewhere(flags) ? 'the newest' : 'live'}: ${files} files, content as of ${head?.asOf}`,
    instance
      ? `Process ${instance.pid} serves it at ${instance.site} (${instance.state})`
      : isElsewhere(flags)
        ? 'Whether visitors have it, and what its service does, is told by the service: GET /status.'
        : 'No instance runs on this folder.',
    ...problems.map(describeProblem),
  ];
  const pinned = head?.pin ?? null;
  presenter.show(
    { event: 'status', project: flags.project, release, pinned, files, problems, instance },
    lines.join('\n'),
  );
  presentPin(flags, pinned, presenter);
  return release === null ? 1 : 0;
};

const answer = z.object({ state: z.string(), waiting: z.int().optional(), failure: z.string().nullish() });

/** What a running instance says of itself. One that does not answer is starting, stopping or stuck. */
async function ask({ ports, host }: Running): Promise<z.output<typeof answer>> {
  try {
    const response = await fetch(`${addressesOf(ports, host).pipeline}/status`, { signal: AbortSignal.timeout(5_000) });
    return answer.parse(await response.json());
  } catch {
    return { state: 'does not answer: starting or stopping' };
  }
}
