import { z } from 'zod';
import { advice, missing, ok, type Finding } from '../finding.ts';
import type { Check, Examined } from './examined.ts';

const variable = z.object({
  name: z.string(),
  value: z.string().optional(),
  valueSource: z.object({ secretKeyRef: z.object({ secret: z.string() }).optional() }).optional(),
});
const run = z.object({
  scaling: z.object({ minInstanceCount: z.number().default(0) }).optional(),
  template: z.object({
    serviceAccount: z.string().optional(),
    scaling: z.object({ minInstanceCount: z.number().default(0) }).optional(),
    containers: z.array(
      z.object({
        env: z.array(variable).default([]),
        resources: z.object({ cpuIdle: z.boolean().default(false) }).optional(),
      }),
    ),
  }),
});
type Service = z.output<typeof run>;

/**
 * Checks the settings of the Cloud Run service `frontage`, the name in docs/deploy.md.
 * @see https://cloud.google.com/run/docs/reference/rest/v2/projects.locations.services
 */
export const service: Check = {
  name: 'pipeline',
  examine: async (examined) => {
    const address = `run.googleapis.com/v2/projects/${examined.project}/locations/${examined.region}/services/frontage`;
    const found = await examined.google.get(address, run);
    // The pipeline may run on another platform, whose settings cannot be read here.
    if (!found) return [];
    const results = [
      account(examined, found),
      settings(examined, found),
      alwaysOn(examined, found),
      token(examined, found),
    ];
    const findings = results.flatMap((finding) => finding ?? []);
    return findings.length > 0 ? findings : [ok('pipeline', 'The pipeline has the same settings on Cloud Run as here')];
  },
};

const update = ({ project, region }: Examined, words: string): string =>
  `gcloud run services update frontage --project ${project} --region ${region} ${words}`;

function account(examined: Examined, { template }: Service): Finding | null {
  const wanted = `frontage@${examined.project}.iam.gserviceaccount.com`;
  const { serviceAccount: has = 'the default account' } = template;
  if (has === wanted) return null;
  return missing('pipeline.account', {
    what: `The pipeline runs as ${has}`,
    why: 'It has the rights of another account, which may be too few or too many',
    next: update(examined, `--service-account ${wanted}`),
  });
}

/** Settings that must be equal in the service and locally. */
const shared = ['PUBLIC_SITE_ORIGIN', 'PUBLIC_ADMIN_ORIGIN', 'PUBLIC_EMBED_ORIGIN'] as const;

const environmentOf = ({ template }: Service): z.output<typeof variable>[] =>
  template.containers.flatMap(({ env }) => env);

function settings(examined: Examined, found: Service): Finding | null {
  const deployed = new Map(environmentOf(found).map(({ name, value }) => [name, value]));
  const wanted: [string, string | undefined][] = [
    ...shared.map((name): [string, string | undefined] => [name, examined.setting(name)]),
    ['FRONTAGE_STATE', examined.state],
  ];
  const differing = wanted.filter(
    ([name, value]) => value !== undefined && deployed.get(name) !== undefined && deployed.get(name) !== value,
  );
  if (differing.length === 0) return null;
  const words = differing.map(
    ([name, value]) => `${name} is ${deployed.get(name) ?? ''} there and ${value ?? ''} here`,
  );
  return missing('pipeline.settings', {
    what: words.join('; '),
    why: 'Cloud Run and local settings differ. Fix the wrong one; this command applies local values to Cloud Run',
    next: update(examined, `--update-env-vars ${differing.map(([name, value]) => `${name}=${value ?? ''}`).join(',')}`),
  });
}

function alwaysOn(examined: Examined, { scaling, template }: Service): Finding | null {
  const isThrottled = template.containers.some(({ resources }) => resources?.cpuIdle === true);
  const least = Math.max(scaling?.minInstanceCount ?? 0, template.scaling?.minInstanceCount ?? 0);
  if (!isThrottled && least > 0) return null;
  return missing('pipeline.awake', {
    what: isThrottled
      ? 'The pipeline gets processor time only while it answers requests'
      : 'Cloud Run stops the pipeline between requests: its minimum number of instances is 0',
    why: 'It publishes after answering the webhook and sweeps once a minute',
    next: update(examined, '--min-instances 1 --no-cpu-throttling'),
  });
}

function token(examined: Examined, found: Service): Finding | null {
  if (environmentOf(found).some(({ name }) => name === 'STATUS_TOKEN')) return null;
  return advice('pipeline.status', {
    what: 'The pipeline has no STATUS_TOKEN',
    why: 'Its status details and /metrics cannot be read',
    next: update(examined, '--update-secrets STATUS_TOKEN=STATUS_TOKEN:latest'),
  });
}
