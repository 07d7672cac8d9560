import { z } from 'zod';
import { missing, ok } from '../finding.ts';
import type { Check } from './examined.ts';

const service = z.object({ name: z.string(), enforcementMode: z.string().default('OFF') });

/**
 * Checks whether a service enforces App Check although site and admin are deployed without it.
 * @see https://firebase.google.com/docs/reference/appcheck/rest/v1/projects.services/list
 */
export const appCheck: Check = {
  name: 'app-check',
  examine: async ({ project, google, setting }) => {
    const key = setting('PUBLIC_APP_CHECK_SITE_KEY');
    if (key) return [ok('app-check', 'Site and admin send App Check tokens')];
    const address = `firebaseappcheck.googleapis.com/v1/projects/${project}/services?pageSize=100`;
    const services = (await google.list(address, 'services', service)) ?? [];
    const enforcing = services
      .filter(({ enforcementMode }) => enforcementMode === 'ENFORCED')
      .map(({ name }) => name.split('/services/')[1] ?? name);
    if (setting('ENFORCE_APP_CHECK') === 'true') enforcing.push('the functions (ENFORCE_APP_CHECK)');
    if (enforcing.length === 0) return [ok('app-check', 'App Check is off, for clients and services alike')];
    return [
      missing('app-check', {
        what: `PUBLIC_APP_CHECK_SITE_KEY is not set, and App Check is enforced by ${enforcing.join(', ')}`,
        why: 'They refuse every request of a site and admin deployed without the key. In the console, under App Check → APIs, enforcement can be disabled until the key is deployed',
        next: `export PUBLIC_APP_CHECK_SITE_KEY=YOUR-KEY && npm run deploy -- --project ${project}`,
      }),
    ];
  },
};
