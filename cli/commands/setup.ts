import type { Command } from '../command.ts';
import { root } from '../target/configuration.ts';
import { isEmbedded } from '../target/local-project.ts';

export const setup: Command = {
  help: {
    summary: 'write .firebaserc and functions/.env.PROJECT for a hosted project, and print the remaining commands',
    details: [
      'Name the project: npx frontage setup --project ID. Existing settings are kept; differences are reported.',
      'Reads FUNCTIONS_REGION, PUBLIC_ADMIN_ORIGIN and PUBLISH_WEBHOOK_URL; makes a SETUP_CODE. No secret is written into',
      'a file tracked by git. It may be run again.',
    ],
  },
  options: [],
  worksOn: 'content',
  async run({ project }, presenter) {
    if (isEmbedded(project)) {
      return {
        what: `${project} is a local project, which needs no setup`,
        next: 'Name a hosted one: npx frontage setup --project ID',
      };
    }
    const { setUp } = await import('../setup/set-up.ts');
    const { presentSteps } = await import('../setup/steps.ts');
    const failure = setUp({ root, project, environment: process.env, presenter });
    if (failure) return failure;
    presentSteps(project, presenter);
    return 0;
  },
};
