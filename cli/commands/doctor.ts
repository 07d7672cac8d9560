import type { Command } from '../command.ts';
import { isEmbedded } from '../target/local-project.ts';

export const doctor: Command = {
  help: {
    summary: 'check this machine, and with --project a hosted project: problems, reasons and commands',
    details: [
      'Machine: Node, packages, disk, memory, ports, the browser of the tests, the data folder.',
      'Project: the needs of a first deployment: billing, APIs, roles, Firestore, rules, indexes, buckets, accounts,',
      'secrets, Hosting, functions; whether the pipeline accepts a signed hint. With --deep also rights on single',
      'buckets and secrets, domains, email, App Check, Cloud Run settings, stored documents, and the time of a one-file',
      'deployment to a temporary preview channel. Secrets are never shown. Nothing is changed without --fix.',
    ],
    exitCode1: 'something is missing',
  },
  options: ['deep', 'fix', 'state'],
  worksOn: 'content',
  async run(flags, presenter) {
    if (flags.fix && isEmbedded(flags.project)) {
      const next = 'Name a hosted one: npx frontage doctor --project ID --fix';
      return { what: `--fix changes hosted projects, and ${flags.project} is a local one`, next };
    }
    const { runChecks } = await import('../doctor/run-checks.ts');
    return runChecks(flags, presenter);
  },
};
