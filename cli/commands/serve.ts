import type { Command } from '../command.ts';

export const serve: Command = {
  help: {
    summary: 'run the pipeline as a service: hints, sweep, releases, Firebase Hosting',
    details: [
      'Answers POST /hooks/publish (signed), GET /healthz, /status and /metrics on --port, PORT or 8080; logs JSON lines.',
      'Reads PUBLISH_WEBHOOK_SECRET and STATUS_TOKEN. See docs/deploy.md.',
    ],
  },
  options: ['state'],
  worksOn: 'service',
  async run(flags) {
    const { runService } = await import('../publishing/service.ts');
    return runService(flags);
  },
};
