import { resolve } from 'node:path';
import { counted } from '@frontage/model/dates';
import { z } from 'zod';
import { addressesOf } from '../target/configuration.ts';
import { isFailure } from '../runtime/failure.ts';
import { hasSeparateHistory } from '../target/history-location.ts';
import type { Running } from '../target/instance.ts';
import { describeProblem, presentPin } from '../runtime/present.ts';
import type { Command } from '../command.ts';

export const status: Command = {
  help: {
    summary: 'show live release, pin, skipped content and running instance',
    exitCode1: 'there is no release yet',
  },
  options: ['state'],
  worksOn: 'releases',
  async run(flags, presenter) {
    const { reportOf } = await import('@frontage/pipeline/problems');
    const { loadSite } = await import('@frontage/pipeline/site');
    const { storedStatusToken } = await import('../target/instance.ts');
    const { readStore, runningInstance } = await import('../target/open-project.ts');
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
      ...(await fetchStatus(running, storedStatusToken(resolve(flags.data)))),
    };
    const release = head?.release ?? null;
    const lines = [
      release === null
        ? 'There is no release yet.'
        : `Release ${release} is ${hasSeparateHistory(flags) ? 'the newest' : 'live'}: ${counted(files, 'file')}, content as of ${head?.asOf}`,
      instance
        ? `Process ${instance.pid} serves it at ${instance.site} (${instance.state})${reasonSuffix(instance.failure)}`
        : hasSeparateHistory(flags)
          ? 'Delivery and service state are reported by the service: GET /status.'
          : 'No instance runs on this folder.',
      ...problems.map(describeProblem),
    ];
    const pinned = head?.pin ?? null;
    presenter.show(
      { event: 'status', project: flags.project, release, pinned, files, problems, instance },
      lines.join('\n'),
    );
    presentPin(pinned, presenter);
    return release === null ? 1 : 0;
  },
};

const statusResponse = z.object({ state: z.string(), waiting: z.int().optional(), failure: z.string().nullish() });

const reasonSuffix = (failure: string | null | undefined): string => (failure ? `: ${failure}` : '');

/**
 * Status of a running instance; the failure is included only for a valid token. No response yields a state that says
 * so.
 */
async function fetchStatus({ ports, host }: Running, token: string | null): Promise<z.output<typeof statusResponse>> {
  try {
    const response = await fetch(`${addressesOf(ports, host).pipeline}/status`, {
      ...(token !== null && { headers: { authorization: `Bearer ${token}` } }),
      signal: AbortSignal.timeout(5_000),
    });
    return statusResponse.parse(await response.json());
  } catch {
    return { state: 'does not answer: starting or stopping' };
  }
}
