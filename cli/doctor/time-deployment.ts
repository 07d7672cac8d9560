import { HostingRefusal } from '@frontage/pipeline/adapters/hosting/call';
import { timeDeployment } from '@frontage/pipeline/adapters/hosting/trial';
import { advice, ok, unasked, type Finding } from './finding.ts';
import type { OpenedProject } from './open-project.ts';

// An editor who waits longer looks for what is wrong.
const longest = 5_000;

/** How long a deployment takes, once everything it needs is there. */
export async function examineDeployment({ examined, credentials, hostingApi }: OpenedProject): Promise<Finding> {
  const { project, sites } = examined;
  const check = 'deployment';
  try {
    const times = await timeDeployment({
      project,
      site: sites.site ?? project,
      token: () => credentials.token(),
      ...(hostingApi && { baseUrl: hostingApi }),
    });
    const total = times.made + times.released + times.served;
    const what = `One file was live after ${total} ms: made ${times.made}, released ${times.released}, served ${times.served}`;
    if (total <= longest) return ok(check, what);
    const why = 'Every edit waits for as much. Hosting is slow now, or the way from this machine to it is long';
    return advice(check, { what, why, next: 'Run it where the pipeline runs; see status.firebase.google.com' });
  } catch (error) {
    if (!(error instanceof HostingRefusal)) throw error;
    return unasked(check, { what: error.message, why: 'No deployment was timed', next: error.next });
  }
}
