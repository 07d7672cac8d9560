/** How often a process that npm started looks whether its shell is still there, in milliseconds. */
const parentWatch = 250;

/**
 * Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. Under `npm run` it also resolves when
 * the shell in between is gone: npm passes signals to that shell, which does not pass them on.
 */
export function untilStopped(): Promise<void> {
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
