import { HostingRefusal, type HostingApiOptions } from '@frontage/pipeline/adapters/hosting/call';
import { timeDeployment } from '@frontage/pipeline/adapters/hosting/trial';
import { advice, ok, unasked, type Finding } from './finding.ts';

// An editor who waits longer looks for what is wrong.
const longest = 5_000;

/** How long a deployment takes, once everything it needs is there. */
export async function examineDeployment(options: HostingApiOptions): Promise<Finding> {
  const check = 'deployment';
  try {
    const { made, released, served } = await timeDeployment(options);
    const total = made + released + served;
    const what = `One file was live after ${total} ms: made ${made}, released ${released}, served ${served}`;
    if (total <= longest) return ok(check, what);
    const why = 'Every edit waits for as much. Hosting is slow now, or the way from this machine to it is long';
    return advice(check, { what, why, next: 'Run it where the pipeline runs; see status.firebase.google.com' });
  } catch (error) {
    if (!(error instanceof HostingRefusal)) throw error;
    return unasked(check, { what: error.message, why: 'No deployment was timed', next: error.next });
  }
}
