import type { Command } from '../command.ts';

export const start: Command = {
  help: {
    summary: 'start everything locally: Firebase, site, admin, embed origin, pipeline',
    details: [
      'Fills an empty folder with the example content, releases it and publishes every change. To stop it, press',
      'Ctrl+C or send SIGINT or SIGTERM; no data is lost. With --json the event "ready" contains every address.',
      'The terminal shows phases, addresses, releases and problems; frontage.log in the data folder has all messages.',
    ],
  },
  options: [],
  worksOn: 'stack',
  async run(flags, presenter, libraries) {
    const { runStack } = await import('../local-stack/stack.ts');
    return runStack({ flags, presenter, libraries });
  },
};
