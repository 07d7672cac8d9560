import { z } from 'zod';
import { missing, ok, type Finding } from '../finding.ts';
import { ownFunctions } from './deployed.ts';
import type { Check, Examined } from './examined.ts';
import { policy, rolesOf } from './policy.ts';

const service = z.object({ invokerIamDisabled: z.boolean().default(false) });

/**
 * Checks whether browsers may call the public functions. Deploying grants public access, which can fail for missing rights of the
 * deployer or an organization's policy.
 * @see https://cloud.google.com/run/docs/reference/rest/v2/projects.locations.services/getIamPolicy
 * @see https://cloud.google.com/run/docs/authenticating/public
 */
export const callers: Check = {
  name: 'functions.callers',
  examine: async (on) => {
    const own = (await ownFunctions(on)) ?? [];
    const called = own.filter(({ labels }) => labels['deployment-callable'] === 'true');
    const services = called.flatMap(({ serviceConfig }) => serviceConfig?.service ?? []);
    // That none is deployed is said of the functions.
    if (services.length === 0) return [];
    const open = await Promise.all(services.map((one) => isOpen(on, one)));
    const shut = services.filter((_, at) => !open[at]);
    if (shut.length === 0) return [ok('functions.callers', 'Browsers may call the callable functions')];
    return [finding(on, shut)];
  },
};

async function isOpen({ google }: Examined, name: string): Promise<boolean> {
  const address = `run.googleapis.com/v2/${name}`;
  const found = await google.get(`${address}:getIamPolicy`, policy);
  // A missing one is reported by the functions' state.
  if (!found) return true;
  if (rolesOf(found, 'allUsers').includes('roles/run.invoker')) return true;
  return (await google.get(address, service))?.invokerIamDisabled ?? false;
}

function finding({ project, region }: Examined, shut: readonly string[]): Finding {
  const names = shut.map((one) => one.split('/services/')[1] ?? one);
  return missing('functions.callers', {
    what: `Browsers may not call ${names.join(', ')}`,
    why: 'Google refuses each call before it reaches the function: signing up, invites and protected demos fail. If a policy of your organization forbids “allUsers”, put --no-invoker-iam-check instead of this command: docs/deploy.md',
    next: `for name in ${names.join(' ')}; do gcloud run services add-iam-policy-binding $name --member allUsers --role roles/run.invoker --region ${region} --project ${project}; done`,
  });
}
