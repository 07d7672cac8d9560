/** Milliseconds between checks whether the shell of a process started by npm still exists. */
const parentWatch = 250;

/**
 * Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. Under `npm run` it also resolves when
 * the shell between npm and the process ends: npm sends signals to that shell, which does not forward them.
 */
export function waitForShutdown(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        resolve();
      });
    }
    if (process.env['npm_lifecycle_event'] === undefined) return;
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      resolve();
    }, parentWatch);
    watch.unref();
  });
}
