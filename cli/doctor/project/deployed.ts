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

/** A deployed function of any program. */
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

/** Those of this repository; null where they could not be asked for, which is said of the functions. */
export async function ownFunctions(on: Asked): Promise<Deployed[] | null> {
  try {
    return (await deployedFunctions(on)).filter((one) => on.functions.includes(shortName(one)));
  } catch (error) {
    if (error instanceof GoogleRefusal) return null;
    throw error;
  }
}

/** The deployed parameters of this repository's functions by name, including `FUNCTIONS_REGION`. */
export function parametersIn(own: readonly Deployed[]): Record<string, string | undefined> {
  const regions = new Set(own.map(regionOf));
  const [region] = regions;
  return {
    ...own.find((one) => shortName(one) === 'onPageWritten')?.serviceConfig?.environmentVariables,
    FUNCTIONS_REGION: regions.size === 1 ? region : undefined,
  };
}
