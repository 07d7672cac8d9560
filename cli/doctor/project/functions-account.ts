import { missing, ok } from '../finding.ts';
import { ownFunctions } from './deployed.ts';
import type { Check } from './examined.ts';
import { grantCommand, projectPolicy, rolesOf } from './policy.ts';

const allowEverything = ['roles/owner', 'roles/editor', 'roles/firebase.admin', 'roles/firebase.sdkAdminServiceAgent'];

/** Roles that the functions need, each with the roles that include it. */
const needed = {
  'roles/datastore.user': ['roles/datastore.owner'],
  'roles/firebaseauth.admin': [],
  'roles/storage.objectAdmin': ['roles/storage.objectUser', 'roles/storage.admin'],
} as const;

/**
 * Checks the roles of the account that functions run as. Google makes it an editor, except in projects of
 * organizations.
 * @see https://cloud.google.com/functions/docs/concepts/iam
 */
export const functionsAccount: Check = {
  name: 'access.functions',
  examine: async ({ project, google, functions }) => {
    const own = (await ownFunctions({ project, google, functions })) ?? [];
    const accounts = [...new Set(own.flatMap(({ serviceConfig }) => serviceConfig?.serviceAccountEmail ?? []))];
    // The `functions` check reports functions that are not deployed.
    if (accounts.length === 0) return [];
    const granted = await projectPolicy({ google, project });
    return accounts.map((account) => {
      const member = `serviceAccount:${account}`;
      const has = rolesOf(granted, member);
      const lacking = Object.entries(needed)
        .filter(([role, others]) => ![role, ...others, ...allowEverything].some((enough) => has.includes(enough)))
        .map(([role]) => role);
      if (lacking.length === 0) return ok('access.functions', 'The account of the functions has its roles');
      return missing('access.functions', {
        what: `${account} lacks ${lacking.join(', ')}`,
        why: 'Functions run as this account: they admit users, store revisions and inspect uploads',
        next: lacking.map((role) => grantCommand(project, { member, role })).join(' && '),
      });
    });
  },
};
