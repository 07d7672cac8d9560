import { z } from 'zod';
import { advice, missing, ok, type Finding } from '../finding.ts';
import type { Check, Examined } from './examined.ts';

const domain = z.object({ name: z.string(), hostState: z.string().optional() });

interface Origin {
  target: string;
  /** Its site on Hosting, as .firebaserc has it. */
  site: string | undefined;
  /** The host that the environment names; null where it names none, which is said of the project. */
  host: string | null;
}

/**
 * Whether site, back office and embeds are three origins, each of the site on Hosting that it is deployed to.
 * @see https://firebase.google.com/docs/reference/hosting/rest/v1beta1/projects.sites.customDomains/list
 */
export const origins: Check = {
  name: 'origins',
  examine: async (on) => {
    const all: Origin[] = Object.entries(on.sites).map(([target, site]) => ({
      target,
      site,
      host: hostOf(on, target),
    }));
    const mixedUp = shared(on, all) ?? swapped(on, all);
    if (mixedUp) return [mixedUp];
    const said = (await domains(on, all)).flatMap((finding) => finding ?? []);
    return said.length > 0 ? said : [ok('origins', 'Site, back office and embeds are three origins')];
  },
};

const hostOf = ({ setting }: Examined, target: string): string | null =>
  URL.parse(setting(`PUBLIC_${target.toUpperCase()}_ORIGIN`) ?? '')?.host ?? null;

/** Two that are one, if there are. */
function shared({ project }: Examined, all: readonly Origin[]): Finding | null {
  const same = (key: 'host' | 'site') =>
    all.filter((one) => one[key] && all.some((other) => other !== one && other[key] === one[key]));
  const [byHost, bySite] = [same('host'), same('site')];
  if (byHost.length > 0) {
    return missing('origins.apart', {
      what: `${variables(byHost)} are one origin`,
      why: 'The code of demos runs on the embed origin, and staff sign in at the back office’s: on one origin, the one reads what the other keeps',
      next: `export ${byHost.map(({ target, site }) => `${variable(target)}=https://${site ?? target}.web.app`).join(' ')}`,
    });
  }
  if (bySite.length === 0) return null;
  return missing('origins.apart', {
    what: `.firebaserc has one site for ${bySite.map(({ target }) => `"${target}"`).join(' and ')}: ${bySite[0]?.site ?? ''}`,
    why: 'Each deployment replaces the one before it',
    next: `Put another site of the project into .firebaserc: npx firebase hosting:sites:list --project ${project}`,
  });
}

/** Hosting's own addresses say which site they are of. */
function swapped({ project }: Examined, all: readonly Origin[]): Finding | null {
  const wrong = all.filter(({ site, host }) => all.some((other) => other.site !== site && isOwn(other.site, host)));
  const [first] = wrong;
  if (!first) return null;
  const words = wrong.map(
    ({ target, site, host }) => `${variable(target)} is ${host ?? ''}, "${target}" goes to ${site ?? ''}`,
  );
  return missing('origins.targets', {
    what: `Origins and targets are interchanged: ${words.join('; ')}`,
    why: 'Visitors would find the back office where the site should be, or the other way round',
    next: wrong
      .map(({ target, host }) => {
        const site = host?.split('.')[0] ?? '';
        return `npx firebase target:clear hosting ${target} --project ${project} && npx firebase target:apply hosting ${target} ${site} --project ${project}`;
      })
      .join(' && '),
  });
}

const isOwn = (site: string | undefined, host: string | null): boolean =>
  site !== undefined && (host === `${site}.web.app` || host === `${site}.firebaseapp.com`);

async function domains({ project, google, sites }: Examined, all: readonly Origin[]): Promise<(Finding | null)[]> {
  // That a target has no site is said of Hosting.
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
      what: `${host ?? ''} does not lead to Hosting yet`,
      why: `Its records are not there, or not the ones that Hosting asks for (${here.hostState ?? 'unknown'})`,
      next: `Open ${page} and enter at your registrar what it shows`,
    });
  }
  const [other] = found;
  if (other) {
    return missing(check, {
      what: `${host ?? ''} leads to the site ${other.site}, and "${target}" is deployed to ${site ?? 'none'}`,
      why: `Whoever opens ${variable(target)} finds something else there`,
      next: `Open ${page}, remove the domain from ${other.site} and add it to ${site ?? target}`,
    });
  }
  return advice(check, {
    what: `${host ?? ''} is no domain of ${site ?? 'a site of this project'}`,
    why: 'Unless a server of your own stands before Hosting, nobody finds anything there',
    next: `Open ${page}, “Add custom domain”: ${host ?? ''}`,
  });
}

const variable = (target: string): string => `PUBLIC_${target.toUpperCase()}_ORIGIN`;
const variables = (all: readonly Origin[]): string => all.map(({ target }) => variable(target)).join(' and ');
