import { z } from 'zod';
import { GoogleRefusal } from '../google.ts';
import { type Ask, type Examined, type Finding, missing, ok } from '../check.ts';

const firebaseProject = z.object({ projectNumber: z.string().optional() });

const role = 'roles/firebaserules.firestoreServiceAgent';

/**
 * Checks whether the Storage rules may read Firestore, which holds the staff's roles. An interactive deployment grants
 * this role after a question, other deployments do not.
 * @see https://firebase.google.com/docs/storage/security/rules-conditions#enhance_with_cloud_firestore
 */
export const uploadRules: Ask = async ({ project, google, rules }) => {
  if (!/firestore\.(get|exists)/.test(rules['storage.rules'])) return [];
  const request = google.get(`firebase.googleapis.com/v1beta1/projects/${project}`, firebaseProject);
  // The `project` check reports a missing project and a refused request.
  const found = await request.catch((error: unknown) => {
    if (error instanceof GoogleRefusal) return null;
    throw error;
  });
  if (found?.projectNumber === undefined) return [];
  const member = `serviceAccount:service-${found.projectNumber}@gcp-sa-firebasestorage.iam.gserviceaccount.com`;
  if (rolesOf(await projectPolicy({ google, project }), member).includes(role))
    return [ok('access.upload-rules', 'The rules of uploads may read roles')];
  return [
    missing('access.upload-rules', {
      what: 'The rules of uploads may not read Firestore',
      why: 'They read the user’s role there: every upload is refused',
      next: grantCommand(project, { member, role }),
    }),
  ];
};

/** Sufficient roles for each kind of access. docs/deploy.md grants the first one. */
const sufficientRoles = {
  write: ['roles/storage.objectAdmin', 'roles/storage.objectUser', 'roles/storage.admin'],
  read: ['roles/storage.objectViewer', 'roles/storage.objectAdmin', 'roles/storage.objectUser', 'roles/storage.admin'],
  secret: ['roles/secretmanager.secretAccessor', 'roles/secretmanager.admin', 'roles/owner'],
} as const;

/** Secrets that the pipeline reads. */
const pipelineSecrets = ['PUBLISH_WEBHOOK_SECRET', 'STATUS_TOKEN'] as const;

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
export const grants: Ask = async (examined) => {
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
    grantFinding('access.buckets', { lacking: await lacking(bucketsOf(examined)), member }),
    grantFinding('access.secrets', { lacking: await lacking(secretsOf(examined)), member }),
  ];
};

function bucketsOf({ buckets, state }: Examined): Needed[] {
  const uploads = Object.values(buckets).flatMap((name) =>
    name === undefined ? [] : [{ name, enough: sufficientRoles.read }],
  );
  const [, history] = /^gs:\/\/([^/]+)/.exec(state ?? '') ?? [];
  const all = [...uploads, ...(history === undefined ? [] : [{ name: history, enough: sufficientRoles.write }])];
  return all.map(({ name, enough }) => ({
    address: `storage.googleapis.com/storage/v1/b/${name}/iam`,
    name: `gs://${name}`,
    enough,
    grant: `gcloud storage buckets add-iam-policy-binding gs://${name}`,
  }));
}

const secretsOf = ({ project }: Examined): Needed[] =>
  pipelineSecrets.map((name) => ({
    address: `secretmanager.googleapis.com/v1/projects/${project}/secrets/${name}:getIamPolicy`,
    name,
    enough: sufficientRoles.secret,
    grant: `gcloud secrets add-iam-policy-binding ${name} --project ${project}`,
  }));

function grantFinding(check: string, { lacking, member }: { lacking: Needed[]; member: string }): Finding {
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

/** The roles and members of a Google resource, as returned by `getIamPolicy`. */
export const policy = z.object({
  bindings: z.array(z.object({ role: z.string(), members: z.array(z.string()).default([]) })).default([]),
});

type Policy = z.output<typeof policy>;

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

const allowed = z.object({ permissions: z.array(z.string()).default([]) });

/** The permissions of a deployment, with the role that grants each. */
const neededPermissions = {
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

const projectAddress = (project: string): string => `cloudresourcemanager.googleapis.com/v1/projects/${project}`;

/**
 * Checks the permissions of the current credentials and of the service's account.
 * @see https://cloud.google.com/resource-manager/reference/rest/v1/projects/testIamPermissions
 * @see https://cloud.google.com/resource-manager/reference/rest/v1/projects/getIamPolicy
 */
export const access: Ask = async (examined) => [await own(examined), await service(examined)];

async function own({ project, google }: Examined): Promise<Finding> {
  const permissions = Object.keys(neededPermissions);
  const body = { permissions };
  const answer = await google.send('POST', `${projectAddress(project)}:testIamPermissions`, { body, shape: allowed });
  const lacking = Object.entries(neededPermissions).filter(([permission]) => !answer?.permissions.includes(permission));
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
