import { z } from 'zod';
import { type HostingApiOptions, HostingRefusal } from '@frontage/pipeline/hosting';
import { timeDeployment } from '@frontage/pipeline/hosting';
import {
  advice,
  type Ask,
  type Examined,
  type Finding,
  isUnknownToFirebaserc,
  missing,
  ok,
  unasked,
} from '../check.ts';

// Milliseconds. Longer delays look like an error to editors.
const maxMs = 5_000;

/** Measures a deployment of one file. It requires an existing Hosting site and permission to deploy to it. */
export async function deployment(
  { hostingApi }: Pick<Examined, 'hostingApi'>,
  earlier: readonly Finding[],
): Promise<Finding[]> {
  const hasSite = earlier.some(({ check, state }) => check === 'hosting.site' && state === 'ok');
  return hostingApi && hasSite ? [await examineDeployment(hostingApi)] : [];
}

export async function examineDeployment(options: HostingApiOptions): Promise<Finding> {
  const check = 'deployment';
  try {
    const { made, released, served } = await timeDeployment(options);
    const total = made + released + served;
    const what = `One file was live after ${total} ms: made ${made}, released ${released}, served ${served}`;
    if (total <= maxMs) return ok(check, what);
    const why = 'Each publish takes at least this long. Hosting or the network is slow now';
    return advice(check, {
      what,
      why,
      next: 'Run it on the machine of the pipeline, and check status.firebase.google.com',
    });
  } catch (error) {
    if (!(error instanceof HostingRefusal)) throw error;
    return unasked(check, { what: error.message, why: 'No deployment was measured', next: error.next });
  }
}

const domain = z.object({ name: z.string(), hostState: z.string().optional() });

interface Origin {
  target: string;
  /** Its Hosting site from .firebaserc. */
  site: string | undefined;
  /** Host from the environment; null if the setting is missing, which the `project` check reports. */
  host: string | null;
}

/**
 * Checks whether site, admin and embeds are three origins, each on its Hosting site.
 * @see https://firebase.google.com/docs/reference/hosting/rest/v1beta1/projects.sites.customDomains/list
 */
export const origins: Ask = async (examined) => {
  const all: Origin[] = Object.entries(examined.sites).map(([target, site]) => ({
    target,
    site,
    host: hostOf(examined, target),
  }));
  const mixedUp = sharedOrigin(examined, all) ?? swappedOrigins(examined, all);
  if (mixedUp) return [mixedUp];
  const problems = (await domains(examined, all)).flatMap((finding) => finding ?? []);
  return problems.length > 0 ? problems : [ok('origins', 'Site, admin and embeds have separate origins')];
};

const hostOf = ({ setting }: Examined, target: string): string | null =>
  URL.parse(setting(`PUBLIC_${target.toUpperCase()}_ORIGIN`) ?? '')?.host ?? null;

/** Reports targets that share an origin or a Hosting site; null if there are none. */
function sharedOrigin({ project }: Examined, all: readonly Origin[]): Finding | null {
  const same = (key: 'host' | 'site') =>
    all.filter((one) => one[key] && all.some((other) => other !== one && other[key] === one[key]));
  const [byHost, bySite] = [same('host'), same('site')];
  if (byHost.length > 0) {
    return missing('origins.apart', {
      what: `${variables(byHost)} share one origin`,
      why: 'Demo code runs on the embed origin and staff sign in on the admin’s: a shared origin exposes staff tokens to demo code',
      next: `export ${byHost.map(({ target, site }) => `${variable(target)}=https://${site ?? target}.web.app`).join(' ')}`,
    });
  }
  if (bySite.length === 0) return null;
  return missing('origins.apart', {
    what: `.firebaserc has the same site for ${bySite.map(({ target }) => `"${target}"`).join(' and ')}: ${bySite[0]?.site ?? ''}`,
    why: 'Each deployment replaces the one before it',
    next: `Put another site of the project into .firebaserc: npx firebase hosting:sites:list --project ${project}`,
  });
}

/** Reports origins that are the default domain of another target's site; null if there are none. */
function swappedOrigins({ project }: Examined, all: readonly Origin[]): Finding | null {
  const wrong = all.filter(({ site, host }) =>
    all.some((other) => other.site !== site && isDefaultDomain(other.site, host)),
  );
  const [first] = wrong;
  if (!first) return null;
  const words = wrong.map(
    ({ target, site, host }) => `${variable(target)} is ${host ?? ''}, "${target}" goes to ${site ?? ''}`,
  );
  return missing('origins.targets', {
    what: `Origins and targets are swapped: ${words.join('; ')}`,
    why: 'Visitors would see the admin instead of the site, or the reverse',
    next: wrong
      .map(({ target, host }) => {
        const site = host?.split('.')[0] ?? '';
        return `npx firebase target:clear hosting ${target} --project ${project} && npx firebase target:apply hosting ${target} ${site} --project ${project}`;
      })
      .join(' && '),
  });
}

const isDefaultDomain = (site: string | undefined, host: string | null): boolean =>
  site !== undefined && (host === `${site}.web.app` || host === `${site}.firebaseapp.com`);

async function domains({ project, google, sites }: Examined, all: readonly Origin[]): Promise<(Finding | null)[]> {
  // The `hosting` check reports targets without a site. Default domains need no check.
  const own = all.filter(
    ({ host, site }) => host !== null && site !== undefined && !/\.(web\.app|firebaseapp\.com)$/.test(host),
  );
  if (own.length === 0) return [];
  const lists = await Promise.all(
    [...new Set(Object.values(sites).flatMap((site) => site ?? []))].map(async (site) => {
      const address = `firebasehosting.googleapis.com/v1beta1/projects/${project}/sites/${site}/customDomains?pageSize=100`;
      const found = (await google.list(address, 'customDomains', domain)) ?? [];
      return found.map(({ name, hostState }) => ({ site, host: name.split('/customDomains/')[1] ?? '', hostState }));
    }),
  );
  const known = lists.flat();
  return own.map((origin) => domainFinding(origin, { known, project }));
}

interface Known {
  project: string;
  known: readonly { site: string; host: string; hostState: string | undefined }[];
}

function domainFinding({ target, site, host }: Origin, { known, project }: Known): Finding | null {
  const found = known.filter((one) => one.host === host);
  const here = found.find((one) => one.site === site);
  const check = `origins.${target}`;
  const page = `https://console.firebase.google.com/project/${project}/hosting/sites/${site ?? ''}`;
  if (here?.hostState === 'HOST_ACTIVE') return null;
  if (here) {
    return advice(check, {
      what: `${host ?? ''} does not point to Hosting yet`,
      why: `Its DNS records are missing or differ from those Hosting requires (${here.hostState ?? 'unknown'})`,
      next: `Open ${page} and enter the shown records at your registrar`,
    });
  }
  const [other] = found;
  if (other) {
    return missing(check, {
      what: `${host ?? ''} points to the site ${other.site}, but "${target}" is deployed to ${site ?? 'none'}`,
      why: `${variable(target)} shows another site`,
      next: `Open ${page}, remove the domain from ${other.site} and add it to ${site ?? target}`,
    });
  }
  return advice(check, {
    what: `${host ?? ''} is not a domain of ${site ?? 'a site of this project'}`,
    why: 'Unless another server proxies to Hosting, this address shows nothing',
    next: `Open ${page}, “Add custom domain”: ${host ?? ''}`,
  });
}

const variable = (target: string): string => `PUBLIC_${target.toUpperCase()}_ORIGIN`;
const variables = (all: readonly Origin[]): string => all.map(({ target }) => variable(target)).join(' and ');

const site = z.object({ name: z.string(), defaultUrl: z.string() });

/**
 * Checks whether .firebaserc names a Hosting site for each of the three targets, and whether these sites exist.
 * @see https://firebase.google.com/docs/reference/hosting/rest/v1beta1/projects.sites/list
 */
export const hosting: Ask = async ({ project, google, sites, buckets }) => {
  if (isUnknownToFirebaserc({ sites, buckets })) {
    return [
      missing('targets', {
        what: `.firebaserc has no entry for ${project}`,
        why: 'It names the sites and buckets of a project. Copy .firebaserc from the machine that has it, or check the spelling of --project',
        next: `npx frontage setup --project ${project}`,
      }),
    ];
  }
  const found = await google.list(`firebasehosting.googleapis.com/v1beta1/projects/${project}/sites`, 'sites', site);
  const names = new Set(found?.map(({ name }) => name.split('/sites/')[1]));
  return Object.entries(sites).map(([target, id]): Finding => {
    const check = `hosting.${target}`;
    if (id === undefined) {
      return missing(check, {
        what: `.firebaserc names no Hosting site for "${target}"`,
        why: 'A deployment needs a target for each of the three origins: site, admin and embeds',
        next: `npx frontage setup --project ${project}`,
      });
    }
    if (names.has(id)) return ok(check, `The ${target} is ${id}`);
    return missing(check, {
      what: `${project} has no Hosting site ${id}`,
      why: `.firebaserc has it for "${target}"`,
      next: `npx firebase hosting:sites:create ${id} --project ${project}`,
    });
  });
};
