import { duplicateDeliveries } from '../../../local/functions/duplicate-deliveries.fixture.ts';
import { emulatorEnv, startLocal } from '../../../local/start.ts';
import type { LocalOptions } from '../../../local/start.ts';

/**
 * Runs a local Firebase. Arguments: the options as JSON and, optionally, the module of the functions. Prints `ready`
 * when it serves.
 */
const [json = '{}', functionsModule = ''] = process.argv.slice(2);
/** The options that JSON can express. */
export interface ProcessOptions extends Omit<LocalOptions, 'functions' | 'log' | 'delays'> {
  /** Delivers every event twice, late and out of order. */
  deliveriesSeed?: number;
}
const { deliveriesSeed, ...options } = JSON.parse(json) as ProcessOptions;
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
  ...(deliveriesSeed !== undefined && { delays: duplicateDeliveries(deliveriesSeed) }),
  functions,
  log: ({ level, source, message }) => process.stderr.write(`${level} ${source} ${message}\n`),
});
process.on('message', (message) => {
  if (message === 'idle') void local.deliveries.idle().then(() => process.send?.('idle'));
});
process.on('SIGTERM', () => {
  // The IPC channel keeps the process alive. After the stop, nothing else may.
  void local.stop().then(() => process.disconnect());
});
// Must be last: the parent may send a signal immediately.
process.stdout.write('ready\n');
