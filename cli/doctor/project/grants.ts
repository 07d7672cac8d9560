import { missing, ok, type Finding } from '../finding.ts';
import type { Check, Examined } from './examined.ts';
import { policy, projectPolicy, rolesOf } from './policy.ts';

/** Sufficient roles for each kind of access. docs/deploy.md grants the first one. */
const roles = {
  write: ['roles/storage.objectAdmin', 'roles/storage.objectUser', 'roles/storage.admin'],
  read: ['roles/storage.objectViewer', 'roles/storage.objectAdmin', 'roles/storage.objectUser', 'roles/storage.admin'],
  secret: ['roles/secretmanager.secretAccessor', 'roles/secretmanager.admin', 'roles/owner'],
} as const;

/** Secrets that the pipeline reads. */
const secrets = ['PUBLISH_WEBHOOK_SECRET', 'STATUS_TOKEN'] as const;

interface Needed {
  /** Address of the resource's IAM policy. */
  address: string;
  name: string;
  /** Roles of which one is sufficient. */
  enough: readonly [string, ...string[]];
  /** The command that grants access, without its options for member and role. */
  grant: string;
}

/**
 * Checks the pipeline account's rights on its buckets and secrets, granted on each or on the whole project.
 * @see https://cloud.google.com/storage/docs/json_api/v1/buckets/getIamPolicy
 * @see https://cloud.google.com/secret-manager/docs/reference/rest/v1/projects.secrets/getIamPolicy
 */
export const grants: Check = {
  name: 'access.grants',
  examine: async (examined) => {
    const member = `serviceAccount:frontage@${examined.project}.iam.gserviceaccount.com`;
    const everywhere = rolesOf(await projectPolicy(examined), member);
    const lacking = async (needed: Needed[]): Promise<Needed[]> => {
      const own = await Promise.all(
        needed.map(async (one) => {
          const found = await examined.google.get(one.address, policy);
          // The `buckets`, `state` and `secrets` checks report missing resources.
          return found === null ? null : [...everywhere, ...rolesOf(found, member)];
        }),
      );
      return needed.filter((one, at) => own[at] && !own[at].some((role) => one.enough.includes(role)));
    };
    return [
      finding('access.buckets', { lacking: await lacking(bucketsOf(examined)), member }),
      finding('access.secrets', { lacking: await lacking(secretsOf(examined)), member }),
    ];
  },
};

function bucketsOf({ buckets, state }: Examined): Needed[] {
  const uploads = Object.values(buckets).flatMap((name) => (name === undefined ? [] : [{ name, enough: roles.read }]));
  const [, history] = /^gs:\/\/([^/]+)/.exec(state ?? '') ?? [];
  const all = [...uploads, ...(history === undefined ? [] : [{ name: history, enough: roles.write }])];
  return all.map(({ name, enough }) => ({
    address: `storage.googleapis.com/storage/v1/b/${name}/iam`,
    name: `gs://${name}`,
    enough,
    grant: `gcloud storage buckets add-iam-policy-binding gs://${name}`,
  }));
}

const secretsOf = ({ project }: Examined): Needed[] =>
  secrets.map((name) => ({
    address: `secretmanager.googleapis.com/v1/projects/${project}/secrets/${name}:getIamPolicy`,
    name,
    enough: roles.secret,
    grant: `gcloud secrets add-iam-policy-binding ${name} --project ${project}`,
  }));

function finding(check: string, { lacking, member }: { lacking: Needed[]; member: string }): Finding {
  const kind = check === 'access.buckets' ? 'buckets' : 'secrets';
  if (lacking.length === 0) return ok(check, `The account of the pipeline may use its ${kind}`);
  return missing(check, {
    what: `The account of the pipeline lacks rights on ${lacking.map(({ name }) => name).join(', ')}`,
    why:
      kind === 'buckets'
        ? 'It stores the release history in one, and creates all image sizes from the others'
        : 'The service does not start without PUBLISH_WEBHOOK_SECRET and hides its status details without STATUS_TOKEN',
    next: lacking.map(({ grant, enough }) => `${grant} --member ${member} --role ${enough[0]}`).join(' && '),
  });
}
