import { HostingRefusal, type HostingApiOptions } from '@frontage/pipeline/adapters/hosting/call';
import { timeDeployment } from '@frontage/pipeline/adapters/hosting/trial-deploy';
import { advice, ok, unasked, type Finding } from './finding.ts';

// Milliseconds. Longer delays look like an error to editors.
const maxMs = 5_000;

/** Measures a deployment of one file. Requires an existing Hosting site and permission to deploy to it. */
export async function examineDeployment(options: HostingApiOptions): Promise<Finding> {
  const check = 'deployment';
  try {
    const { made, released, served } = await timeDeployment(options);
    const total = made + released + served;
    const what = `One file was live after ${total} ms: made ${made}, released ${released}, served ${served}`;
    if (total <= maxMs) return ok(check, what);
    const why = 'Each publish takes at least this long. Hosting or the network is slow now';
    return advice(check, {
      what,
      why,
      next: 'Run it on the machine of the pipeline, and check status.firebase.google.com',
    });
  } catch (error) {
    if (!(error instanceof HostingRefusal)) throw error;
    return unasked(check, { what: error.message, why: 'No deployment was measured', next: error.next });
  }
}
