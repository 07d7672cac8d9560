import type { Command } from '../command.ts';

export const deploy: Command = {
  help: {
    summary: 'send the live release to Firebase Hosting, changed files only',
    details: ['Name the project: npx frontage deploy --project ID. See docs/deploy.md.'],
  },
  options: ['state'],
  worksOn: 'hosting',
  async run(flags, presenter) {
    const { deployProject } = await import('../publishing/deploy.ts');
    return deployProject(flags, presenter);
  },
};
