import { z } from 'zod';
import { requiredApis } from '../../hosted/required-apis.ts';
import { missing, ok } from '../finding.ts';
import type { Check } from './examined.ts';

const service = z.object({ config: z.object({ name: z.string() }) });

/**
 * Checks whether all required APIs are enabled.
 * @see https://cloud.google.com/service-usage/docs/reference/rest/v1/services/list
 */
export const apis: Check = {
  name: 'apis',
  examine: async ({ project, google }) => {
    const address = `serviceusage.googleapis.com/v1/projects/${project}/services?filter=state:ENABLED&pageSize=200`;
    const enabled = await google.list(address, 'services', service);
    const names = new Set(enabled?.map(({ config }) => config.name));
    const disabled = Object.entries(requiredApis).filter(([name]) => !names.has(name));
    if (disabled.length === 0) return [ok('apis', `${Object.keys(requiredApis).length} APIs are enabled`)];
    return [
      missing('apis', {
        what: `Not enabled: ${disabled.map(([name]) => name).join(', ')}`,
        why: `Missing without them: ${disabled.map(([, purpose]) => purpose).join('; ')}`,
        next: `gcloud services enable ${disabled.map(([name]) => name).join(' ')} --project ${project}`,
      }),
    ];
  },
};
