import { z } from 'zod';
import { GoogleRefusal } from '../google.ts';
import type { Examined } from './examined.ts';

const answer = z.object({
  name: z.string(),
  state: z.string(),
  labels: z.record(z.string(), z.string()).default({}),
  buildConfig: z.object({ runtime: z.string().optional() }).optional(),
  serviceConfig: z
    .object({
      service: z.string().optional(),
      serviceAccountEmail: z.string().optional(),
      environmentVariables: z.record(z.string(), z.string()).default({}),
    })
    .optional(),
});

/** A deployed function, of this repository or another program. */
export type Deployed = z.output<typeof answer>;

export const regionOf = (one: Deployed): string => /\/locations\/([^/]+)\//.exec(one.name)?.[1] ?? '';
export const shortName = (one: Deployed): string => one.name.split('/functions/')[1] ?? '';

type Asked = Pick<Examined, 'google' | 'project' | 'functions'>;

/**
 * Every function of the project, those of this repository and others.
 * @see https://cloud.google.com/functions/docs/reference/rest/v2/projects.locations.functions
 * @throws GoogleRefusal
 */
export async function deployedFunctions({ google, project }: Asked): Promise<Deployed[]> {
  const address = `cloudfunctions.googleapis.com/v2/projects/${project}/locations/-/functions?pageSize=200`;
  return (await google.list(address, 'functions', answer)) ?? [];
}

/** The deployed functions of this repository; null if Google refuses, which the `functions` check reports. */
export async function ownFunctions(examined: Asked): Promise<Deployed[] | null> {
  try {
    return (await deployedFunctions(examined)).filter((one) => examined.functions.includes(shortName(one)));
  } catch (error) {
    if (error instanceof GoogleRefusal) return null;
    throw error;
  }
}

/**
 * Deployed parameters of this repository's functions by name. `FUNCTIONS_REGION` is undefined if they run in several.
 */
export function parametersIn(own: readonly Deployed[]): Record<string, string | undefined> {
  const regions = new Set(own.map(regionOf));
  const [region] = regions;
  return {
    ...own.find((one) => shortName(one) === 'onPageWritten')?.serviceConfig?.environmentVariables,
    FUNCTIONS_REGION: regions.size === 1 ? region : undefined,
  };
}
