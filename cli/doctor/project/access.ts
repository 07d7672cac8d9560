import { z } from 'zod';
import { missing, ok, type Finding } from '../finding.ts';
import type { Check, Examined } from './examined.ts';
import { grantCommand, projectPolicy, rolesOf } from './policy.ts';

const allowed = z.object({ permissions: z.array(z.string()).default([]) });

/** The permissions of a deployment, with the role that grants each. */
const needed = {
  // Deploying makes functions callable by everyone, which the editor role does not permit.
  'cloudfunctions.functions.setIamPolicy': 'roles/cloudfunctions.admin',
  'cloudfunctions.functions.update': 'roles/cloudfunctions.admin',
  'datastore.entities.get': 'roles/datastore.user',
  'datastore.indexes.create': 'roles/datastore.indexAdmin',
  'firebasehosting.sites.update': 'roles/firebasehosting.admin',
  'firebaserules.releases.update': 'roles/firebaserules.admin',
  'iam.serviceAccounts.actAs': 'roles/iam.serviceAccountUser',
  'run.services.setIamPolicy': 'roles/run.admin',
  'secretmanager.secrets.get': 'roles/secretmanager.admin',
  'secretmanager.secrets.setIamPolicy': 'roles/secretmanager.admin',
} as const;

/** Roles of the pipeline's account on the project. Its rights on buckets and secrets are granted on each of them. */
const serviceRoles = ['roles/datastore.user', 'roles/firebasehosting.admin'] as const;
const basicRoles = ['roles/owner', 'roles/editor'];

const address = (project: string): string => `cloudresourcemanager.googleapis.com/v1/projects/${project}`;

/**
 * Checks the permissions of the current credentials and of the service's account.
 * @see https://cloud.google.com/resource-manager/reference/rest/v1/projects/testIamPermissions
 * @see https://cloud.google.com/resource-manager/reference/rest/v1/projects/getIamPolicy
 */
export const access: Check = {
  name: 'access',
  examine: async (examined) => [await own(examined), await service(examined)],
};

async function own({ project, google }: Examined): Promise<Finding> {
  const permissions = Object.keys(needed);
  const body = { permissions };
  const answer = await google.send('POST', `${address(project)}:testIamPermissions`, { body, shape: allowed });
  const lacking = Object.entries(needed).filter(([permission]) => !answer?.permissions.includes(permission));
  if (lacking.length === 0) return ok('access.own', 'These credentials may deploy');
  const grants = [...new Set(lacking.map(([, role]) => role))].map((role) =>
    grantCommand(project, { member: 'user:YOU@EXAMPLE.COM', role }),
  );
  return missing('access.own', {
    what: `These credentials may not: ${lacking.map(([permission]) => permission).join(', ')}`,
    why: 'A deployment with them fails midway',
    next: grants.join(' && '),
  });
}

async function service({ project, google }: Examined): Promise<Finding> {
  const member = `serviceAccount:frontage@${project}.iam.gserviceaccount.com`;
  const roles = rolesOf(await projectPolicy({ google, project }), member);
  const lacking = serviceRoles.filter(
    (role) => !roles.includes(role) && !basicRoles.some((all) => roles.includes(all)),
  );
  if (lacking.length === 0) return ok('access.service', 'The account of the pipeline has its roles');
  const grants = lacking.map((role) => grantCommand(project, { member, role }));
  const make = roles.length > 0 ? [] : [`gcloud iam service-accounts create frontage --project ${project}`];
  return missing('access.service', {
    what: `frontage@${project} lacks ${lacking.join(', ')}`,
    why: 'The pipeline runs as this account: it reads content and delivers to Hosting',
    next: [...make, ...grants].join(' && '),
  });
}
