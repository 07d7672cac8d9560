import { z } from 'zod';
import { missing, ok, type Finding } from '../finding.ts';
import { isUnknownToFirebaserc, type Check } from './examined.ts';

const site = z.object({ name: z.string(), defaultUrl: z.string() });

/**
 * Checks whether .firebaserc names a Hosting site for each of the three targets, and whether these sites exist.
 * @see https://firebase.google.com/docs/reference/hosting/rest/v1beta1/projects.sites/list
 */
export const hosting: Check = {
  name: 'hosting',
  examine: async ({ project, google, sites, buckets }) => {
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
  },
};
