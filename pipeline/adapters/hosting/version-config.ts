import { defaultRegion } from '@frontage/model/region';
import { decodedAddress } from '../../site/redirects.ts';
import type { Redirect } from '../../sync/compose-addresses.ts';

type Pattern = { source: string } | { glob: string } | { regex: string };

/** The parts of a `hosting` target in firebase.json that determine how files are served. */
export interface HostingConfig {
  cleanUrls?: boolean;
  trailingSlash?: boolean;
  redirects?: (Pattern & { destination: string; type?: number })[];
  rewrites?: (Pattern & ({ destination: string } | { function: { functionId: string; region?: string } }))[];
  headers?: (Pattern & { headers: { key: string; value: string }[] })[];
}

/** The configuration of a version in the format of Hosting's REST API. */
export type ServingConfig = ReturnType<typeof versionConfig>;

/**
 * Converts a target of firebase.json to the REST API's format. Functions are second generation, so they become
 * services.
 */
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

/**
 * The status of a release's redirects. It is not documented whether Hosting sends a configured `Cache-Control` with a
 * redirect. Browsers keep a 301 without one for good, also after the redirect is changed, but no such 302.
 */
export const hostedStatus = 302;

/** Converts the redirects of a release to the REST API's format. Each one matches with and without a trailing slash. */
export const hostedRedirects = (redirects: ReadonlyMap<string, Redirect>): ServingConfig['redirects'] =>
  [...redirects].map(([from, { to }]) => ({
    regex: `^${spellings(from)}/?$`,
    statusCode: hostedStatus,
    location: to,
  }));

// It is not documented whether Hosting compares encoded or decoded addresses, so both are matched.
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
