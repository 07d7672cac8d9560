import { defaultRegion } from '@frontage/model/region';
import { decodedAddress } from '../../release/redirects.ts';
import type { Redirect } from '../../sync/compose-addresses.ts';

type Pattern = { source: string } | { glob: string } | { regex: string };

/** One target of firebase.json's `hosting`, as far as it tells how files are served. */
export interface HostingConfig {
  cleanUrls?: boolean;
  trailingSlash?: boolean;
  redirects?: (Pattern & { destination: string; type?: number })[];
  rewrites?: (Pattern & ({ destination: string } | { function: { functionId: string; region?: string } }))[];
  headers?: (Pattern & { headers: { key: string; value: string }[] })[];
}

/** A version's configuration as Hosting's REST API takes it. */
export type ServingConfig = ReturnType<typeof versionConfig>;

/** The same as Hosting's REST API takes it (`ServingConfig`). Functions are second generation: they answer as services. */
export function versionConfig(config: HostingConfig) {
  const { cleanUrls, trailingSlash, redirects = [], rewrites = [], headers = [] } = config;
  return {
    ...(cleanUrls === undefined ? {} : { cleanUrls }),
    ...(trailingSlash === undefined ? {} : { trailingSlashBehavior: trailingSlash ? 'ADD' : 'REMOVE' }),
    redirects: redirects.map(({ destination, type = 301, ...source }) => ({
      ...patternOf(source),
      statusCode: type,
      location: destination,
    })),
    rewrites: rewrites.map((rewrite) =>
      'destination' in rewrite
        ? { ...patternOf(rewrite), path: rewrite.destination }
        : { ...patternOf(rewrite), run: serviceOf(rewrite.function) },
    ),
    headers: headers.map(({ headers: pairs, ...source }) => ({
      ...patternOf(source),
      headers: Object.fromEntries(pairs.map(({ key, value }) => [key, value])),
    })),
  };
}

/** The redirects of a release as redirects of a version. Each matches with and without a trailing slash. */
export const hostedRedirects = (redirects: ReadonlyMap<string, Redirect>): ServingConfig['redirects'] =>
  [...redirects].map(([from, { to, status }]) => ({
    regex: `^${spellings(from)}/?$`,
    statusCode: status,
    location: to,
  }));

// Whether Hosting compares an address as it is sent or decoded is not documented.
function spellings(address: string): string {
  const decoded = decodedAddress(address);
  return decoded === address ? escapePattern(address) : `(?:${escapePattern(address)}|${escapePattern(decoded)})`;
}

// The API uses RE2 expressions: only their special characters are escaped.
export const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function patternOf(pattern: Pattern): { glob: string } | { regex: string } {
  if ('regex' in pattern) return { regex: pattern.regex };
  return { glob: 'glob' in pattern ? pattern.glob : pattern.source };
}

// Cloud Run names a function's service in lowercase.
const serviceOf = ({ functionId, region = defaultRegion }: { functionId: string; region?: string }) => ({
  serviceId: functionId.toLowerCase(),
  region,
});
