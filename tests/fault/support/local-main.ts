import { emulatorEnv, startLocal } from '../../../local/start.ts';
import type { LocalOptions } from '../../../local/start.ts';

/** A local Firebase as a program: options as JSON, the module of the functions if any; `ready` on its output once it serves. */
const [json = '{}', functionsModule = ''] = process.argv.slice(2);
const options = JSON.parse(json) as Omit<LocalOptions, 'functions' | 'log'>;
const { ports, project } = options;

Object.assign(
  process.env,
  emulatorEnv(project, {
    auth: `127.0.0.1:${ports.auth}`,
    storage: `127.0.0.1:${ports.storage}`,
    firestore: `127.0.0.1:${ports.firestore}`,
  }),
);
const functions = functionsModule === '' ? {} : ((await import(functionsModule)) as Record<string, unknown>);
const local = await startLocal({
  ...options,
  functions,
  log: ({ level, source, message }) => process.stderr.write(`${level} ${source} ${message}\n`),
});
process.on('message', (message) => {
  if (message === 'idle') void local.deliveries.idle().then(() => process.send?.('idle'));
});
process.on('SIGTERM', () => {
  // The channel to the parent would keep the process alive; nothing else may.
  void local.stop().then(() => process.disconnect());
});
// Last: its reader may send a signal immediately.
process.stdout.write('ready\n');
