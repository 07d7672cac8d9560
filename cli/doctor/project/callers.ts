import { z } from 'zod';
import { missing, ok, type Finding } from '../finding.ts';
import { ownFunctions } from './deployed.ts';
import type { Check, Examined } from './examined.ts';
import { policy, rolesOf } from './policy.ts';

const service = z.object({ invokerIamDisabled: z.boolean().default(false) });

/**
 * Checks whether browsers may call the public functions. A deployment grants public access; it fails to do so if the
 * deployer lacks the right or a policy of the organization forbids it.
 * @see https://cloud.google.com/run/docs/reference/rest/v2/projects.locations.services/getIamPolicy
 * @see https://cloud.google.com/run/docs/authenticating/public
 */
export const callers: Check = {
  name: 'functions.callers',
  examine: async (examined) => {
    const own = (await ownFunctions(examined)) ?? [];
    const called = own.filter(({ labels }) => labels['deployment-callable'] === 'true');
    const services = called.flatMap(({ serviceConfig }) => serviceConfig?.service ?? []);
    // The `functions` check reports functions that are not deployed.
    if (services.length === 0) return [];
    const areOpen = await Promise.all(services.map((one) => isOpen(examined, one)));
    const closed = services.filter((_, index) => !areOpen[index]);
    if (closed.length === 0) return [ok('functions.callers', 'Browsers may call the callable functions')];
    return [finding(examined, closed)];
  },
};

async function isOpen({ google }: Examined, name: string): Promise<boolean> {
  const address = `run.googleapis.com/v2/${name}`;
  const found = await google.get(`${address}:getIamPolicy`, policy);
  // The `functions` check reports a missing service.
  if (!found) return true;
  if (rolesOf(found, 'allUsers').includes('roles/run.invoker')) return true;
  return (await google.get(address, service))?.invokerIamDisabled ?? false;
}

function finding({ project, region }: Examined, closed: readonly string[]): Finding {
  const names = closed.map((one) => one.split('/services/')[1] ?? one);
  return missing('functions.callers', {
    what: `Browsers may not call ${names.join(', ')}`,
    why: 'Google refuses each call, so signing up, invites and protected demos fail. If a policy of your organization forbids “allUsers”, use --no-invoker-iam-check instead: docs/deploy.md',
    next: `for name in ${names.join(' ')}; do gcloud run services add-iam-policy-binding $name --member allUsers --role roles/run.invoker --region ${region} --project ${project}; done`,
  });
}
