import { z } from 'zod';
import { missing, ok } from '../finding.ts';
import type { Check } from './examined.ts';

const service = z.object({ name: z.string(), enforcementMode: z.string().default('OFF') });

/**
 * Whether anything asks for tokens of App Check that site and back office are not deployed to send.
 * @see https://firebase.google.com/docs/reference/appcheck/rest/v1/projects.services/list
 */
export const appCheck: Check = {
  name: 'app-check',
  examine: async ({ project, google, setting }) => {
    const key = setting('PUBLIC_APP_CHECK_SITE_KEY');
    if (key) return [ok('app-check', 'Site and back office send tokens of App Check')];
    const address = `firebaseappcheck.googleapis.com/v1/projects/${project}/services?pageSize=100`;
    const services = (await google.list(address, 'services', service)) ?? [];
    const asking = services
      .filter(({ enforcementMode }) => enforcementMode === 'ENFORCED')
      .map(({ name }) => name.split('/services/')[1] ?? name);
    if (setting('ENFORCE_APP_CHECK') === 'true') asking.push('the functions (ENFORCE_APP_CHECK)');
    if (asking.length === 0) return [ok('app-check', 'App Check is off, for clients and services alike')];
    return [
      missing('app-check', {
        what: `PUBLIC_APP_CHECK_SITE_KEY is not set, and App Check is enforced by ${asking.join(', ')}`,
        why: 'They refuse everybody whose site and back office were deployed without it, as they would be from here. In the console, under App Check → APIs, enforcement can be ended until the key is deployed',
        next: `export PUBLIC_APP_CHECK_SITE_KEY=YOUR-KEY && npm run deploy -- --project ${project}`,
      }),
    ];
  },
};
