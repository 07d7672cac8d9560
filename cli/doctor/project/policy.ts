import { z } from 'zod';
import type { Examined } from './examined.ts';

/** The roles and members of a Google resource, as returned by `getIamPolicy`. */
export const policy = z.object({
  bindings: z.array(z.object({ role: z.string(), members: z.array(z.string()).default([]) })).default([]),
});

export type Policy = z.output<typeof policy>;

/**
 * Policy of the whole project; null if the project does not exist.
 * @see https://cloud.google.com/resource-manager/reference/rest/v1/projects/getIamPolicy
 */
export const projectPolicy = ({ google, project }: Pick<Examined, 'google' | 'project'>): Promise<Policy | null> =>
  google.send('POST', `cloudresourcemanager.googleapis.com/v1/projects/${project}:getIamPolicy`, {
    body: {},
    shape: policy,
  });

/** Roles that the policy grants to `member`. */
export const rolesOf = (found: Policy | null, member: string): string[] =>
  (found?.bindings ?? []).filter(({ members }) => members.includes(member)).map(({ role }) => role);

/** The command that grants a role on the whole project. */
export const grantCommand = (project: string, { member, role }: { member: string; role: string }): string =>
  `gcloud projects add-iam-policy-binding ${project} --member ${member} --role ${role} --condition None`;
