import type { Command } from '../command.ts';

export const dev: Command = {
  help: {
    summary: 'start, recompile the site when its source changes, serve the admin with hot reload',
  },
  options: [],
  worksOn: 'stack',
  async run(flags, presenter, libraries) {
    const { develop } = await import('../local-stack/develop.ts');
    return develop({ flags, presenter, libraries });
  },
};
