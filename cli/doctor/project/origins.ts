import { z } from 'zod';
import { advice, missing, ok, type Finding } from '../finding.ts';
import type { Check, Examined } from './examined.ts';

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
export const origins: Check = {
  name: 'origins',
  examine: async (examined) => {
    const all: Origin[] = Object.entries(examined.sites).map(([target, site]) => ({
      target,
      site,
      host: hostOf(examined, target),
    }));
    const mixedUp = shared(examined, all) ?? swapped(examined, all);
    if (mixedUp) return [mixedUp];
    const problems = (await domains(examined, all)).flatMap((finding) => finding ?? []);
    return problems.length > 0 ? problems : [ok('origins', 'Site, admin and embeds have separate origins')];
  },
};

const hostOf = ({ setting }: Examined, target: string): string | null =>
  URL.parse(setting(`PUBLIC_${target.toUpperCase()}_ORIGIN`) ?? '')?.host ?? null;

/** Reports targets that share an origin or a Hosting site; null if there are none. */
function shared({ project }: Examined, all: readonly Origin[]): Finding | null {
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
function swapped({ project }: Examined, all: readonly Origin[]): Finding | null {
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
