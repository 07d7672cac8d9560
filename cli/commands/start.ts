import { isFailure } from '../failure.ts';
import type { CommandHandler } from '../command-handler.ts';
import { startStack } from '../stack.ts';
import { waitForShutdown } from '../shutdown-signal.ts';

export const run: CommandHandler = async (flags, presenter, libraries) => {
  const stopped = waitForShutdown();
  const stack = await Promise.race([startStack({ flags, presenter, libraries }), stopped]);
  // A shutdown signal during startup ends the process at once: stored data is crash-safe.
  if (!stack) process.exit(0);
  if (isFailure(stack)) return stack;
  stack.announce();
  await stopped;
  await stack.stop();
  return 0;
};
