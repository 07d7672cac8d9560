import { z } from 'zod';
import { missing, ok } from '../finding.ts';
import type { Check } from './examined.ts';

const info = z.object({ billingEnabled: z.boolean().default(false) });

/**
 * Checks whether the project has a billing account, which the Blaze plan requires.
 * @see https://cloud.google.com/billing/docs/reference/rest/v1/projects/getBillingInfo
 */
export const billing: Check = {
  name: 'billing',
  examine: async ({ project, google }) => {
    const found = await google.get(`cloudbilling.googleapis.com/v1/projects/${project}/billingInfo`, info);
    if (found?.billingEnabled) return [ok('billing', 'The project has a billing account')];
    return [
      missing('billing', {
        what: `${project} has no billing account`,
        why: 'Functions, secrets and additional buckets need the Blaze plan. Set a budget first: docs/deploy.md',
        next: `gcloud billing projects link ${project} --billing-account ACCOUNT-ID`,
      }),
    ];
  },
};
