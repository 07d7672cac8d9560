import { z } from 'zod';
import { missing, ok } from '../finding.ts';
import { GoogleRefusal } from '../google.ts';
import type { Check } from './examined.ts';

const deployed = z.object({
  name: z.string(),
  serviceConfig: z.object({ serviceAccountEmail: z.string().optional() }).optional(),
});
const policy = z.object({
  bindings: z.array(z.object({ role: z.string(), members: z.array(z.string()).default([]) })).default([]),
});

const allowEverything = ['roles/owner', 'roles/editor', 'roles/firebase.admin', 'roles/firebase.sdkAdminServiceAgent'];

/** What functions do, by the role that allows it, and others that do too. */
const needed = {
  'roles/datastore.user': ['roles/datastore.owner'],
  'roles/firebaseauth.admin': [],
  'roles/storage.objectAdmin': ['roles/storage.objectUser', 'roles/storage.admin'],
} as const;

/**
 * What the account may do that functions run as: Google makes it an editor, except in projects of organisations.
 * @see https://cloud.google.com/functions/docs/reference/rest/v2/projects.locations.functions
 * @see https://cloud.google.com/functions/docs/concepts/iam
 */
export const functionsAccount: Check = {
  name: 'access.functions',
  examine: async ({ project, google, functions }) => {
    const address = `cloudfunctions.googleapis.com/v2/projects/${project}/locations/-/functions?pageSize=200`;
    const found = await google.list(address, 'functions', deployed).catch((error: unknown) => {
      // That they could not be asked for is said of the functions.
      if (error instanceof GoogleRefusal) return null;
      throw error;
    });
    const own = (found ?? []).filter(({ name }) => functions.includes(name.split('/functions/')[1] ?? ''));
    const accounts = [...new Set(own.flatMap(({ serviceConfig }) => serviceConfig?.serviceAccountEmail ?? []))];
    // That there are none is said of the functions.
    if (accounts.length === 0) return [];
    const grants = `cloudresourcemanager.googleapis.com/v1/projects/${project}:getIamPolicy`;
    const { bindings } = (await google.send('POST', grants, { body: {}, shape: policy })) ?? { bindings: [] };
    return accounts.map((account) => {
      const member = `serviceAccount:${account}`;
      const has = bindings.filter(({ members }) => members.includes(member)).map(({ role }) => role);
      const lacking = Object.entries(needed)
        .filter(([role, others]) => ![role, ...others, ...allowEverything].some((enough) => has.includes(enough)))
        .map(([role]) => role);
      if (lacking.length === 0) return ok('access.functions', 'The account of the functions has its roles');
      return missing('access.functions', {
        what: `${account} lacks ${lacking.join(', ')}`,
        why: 'Functions run as this account: they let people in, keep versions and look at uploads',
        next: lacking
          .map(
            (role) =>
              `gcloud projects add-iam-policy-binding ${project} --member ${member} --role ${role} --condition None`,
          )
          .join(' && '),
      });
    });
  },
};
