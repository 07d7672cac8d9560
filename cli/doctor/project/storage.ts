import { z } from 'zod';
import { type Ask, type Examined, type Finding, isUnknownToFirebaserc, missing, ok } from '../check.ts';
import { GoogleRefusal } from '../google.ts';

const bucket = z.object({
  location: z.string(),
  iamConfiguration: z.object({ publicAccessPrevention: z.string().optional() }).optional(),
});
const linked = z.object({ name: z.string() });

/**
 * Checks whether the buckets for uploads exist, are near the functions, and are added to Firebase, so that rules apply.
 * @see https://cloud.google.com/storage/docs/json_api/v1/buckets/get
 * @see https://firebase.google.com/docs/reference/rest/storage/rest/v1beta/projects.buckets/list
 */
export const uploads: Ask = async (examined) => {
  const { project, google, buckets } = examined;
  // The `targets` finding reports this.
  if (isUnknownToFirebaserc(examined)) return [];
  const address = `firebasestorage.googleapis.com/v1beta/projects/${project}/buckets?pageSize=100`;
  const known = new Set((await google.list(address, 'buckets', linked))?.map(({ name }) => name.split('/buckets/')[1]));
  const findings: Finding[] = [];
  const distant: Placed[] = [];
  for (const [target, name] of Object.entries(buckets)) {
    const found = !name?.endsWith(target)
      ? null
      : await google.get(`storage.googleapis.com/storage/v1/b/${name}`, bucket);
    const location = found?.location.toLowerCase();
    const isLinked = name !== undefined && known.has(name);
    findings.push(examineUploads(examined, { target, name, exists: found !== null, isLinked }));
    if (name !== undefined && location !== undefined && !isNear(location, examined.region))
      distant.push({ name, location });
  }
  return [...findings, ...locationFindings(examined, distant)];
};

interface Placed {
  name: string;
  location: string;
}

/** The regions of a multi-region or dual-region, by the prefix of its name. */
const continents = { us: 'us-', nam: 'us-', eu: 'europe-', asia: 'asia-' } as const;

/** The region of a bucket's location, or the common prefix of its regions. */
function regionsOf(location: string): string {
  if (location.includes('-')) return location;
  return Object.entries(continents).find(([begins]) => location.startsWith(begins))?.[1] ?? location;
}

// Firebase permits functions of every region for a bucket in us-central1.
const isNear = (location: string, region: string): boolean =>
  location === 'us-central1' || region.startsWith(regionsOf(location));

/** @see https://cloud.google.com/functions/docs/calling/storage#location */
function locationFindings({ project, region }: Examined, distant: readonly Placed[]): Finding[] {
  const [first] = distant;
  if (!first) return [];
  const regions = regionsOf(first.location);
  const where = distant.map(({ name, location }) => `gs://${name} is in ${location}`).join(', ');
  return [
    missing('buckets.location', {
      what: `${where}, the functions are in ${region}`,
      why: 'Functions inspect every upload and can only listen to buckets in their region: they cannot be deployed',
      next: `Write FUNCTIONS_REGION=${regions.endsWith('-') ? `${regions}…` : regions} into functions/.env.${project}, then: npx firebase deploy --only functions --project ${project}`,
    }),
  ];
}

interface UploadBucket {
  target: string;
  name: string | undefined;
  exists: boolean;
  isLinked: boolean;
}

function examineUploads({ project, region }: Examined, { target, name, exists, isLinked }: UploadBucket): Finding {
  const check = `buckets.${target}`;
  if (name === undefined) {
    return missing(check, {
      what: `.firebaserc names no bucket for "${target}"`,
      why: 'Each kind of upload has its bucket and rules',
      next: `npx frontage setup --project ${project}`,
    });
  }
  if (!name.endsWith(target)) {
    return missing(check, {
      what: `gs://${name} does not end in ${target}`,
      why: 'The rules identify a bucket by the end of its name: they would refuse every upload',
      next: `npx firebase target:clear storage ${target} --project ${project} && npx firebase target:apply storage ${target} ${project}-${target} --project ${project}`,
    });
  }
  if (!exists) {
    return missing(check, {
      what: `There is no bucket gs://${name}`,
      why: `Uploads of "${target}" have no bucket`,
      next: `gcloud storage buckets create gs://${name} --project ${project} --location ${region} --uniform-bucket-level-access`,
    });
  }
  if (isLinked) return ok(check, `gs://${name} accepts uploads`);
  return missing(check, {
    what: `gs://${name} is not known to Firebase`,
    why: 'Its rules are not evaluated, and the admin cannot upload to it',
    next: `curl -X POST -H "Authorization: Bearer $(gcloud auth print-access-token)" -H "x-goog-user-project: ${project}" https://firebasestorage.googleapis.com/v1beta/projects/${project}/buckets/${name}:addFirebase`,
  });
}

/** Checks the bucket of the release history, if `--state` names one. */
export const state: Ask = async ({ project, google, state: place, region }) => {
  const [, name] = /^gs:\/\/([^/]+)/.exec(place ?? '') ?? [];
  if (name === undefined) return [];
  const found = await google.get(`storage.googleapis.com/storage/v1/b/${name}`, bucket).catch((error: unknown) => {
    // Another project's bucket and a missing permission have the same response.
    if (error instanceof GoogleRefusal && error.status === 403 && error.reason === null) return 'forbidden';
    throw error;
  });
  if (found === 'forbidden') {
    return [
      missing('state', {
        what: `gs://${name} belongs to another project, or these credentials cannot access it`,
        why: 'Bucket names are unique across Google Cloud',
        next: `gcloud storage buckets add-iam-policy-binding gs://${name} --member serviceAccount:frontage@${project}.iam.gserviceaccount.com --role roles/storage.objectAdmin`,
      }),
    ];
  }
  if (found === null || typeof found === 'string') {
    return [
      missing('state', {
        what: `There is no bucket gs://${name}`,
        why: 'The service keeps the history of releases there; without it a new machine starts empty',
        next: `gcloud storage buckets create gs://${name} --project ${project} --location ${region} --uniform-bucket-level-access --public-access-prevention`,
      }),
    ];
  }
  if (found.iamConfiguration?.publicAccessPrevention === 'enforced') return [ok('state', `gs://${name} is private`)];
  return [
    missing('state', {
      what: `gs://${name} could be made public`,
      why: 'The history contains the code of protected demos',
      next: `gcloud storage buckets update gs://${name} --public-access-prevention`,
    }),
  ];
};
