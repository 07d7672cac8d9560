import { isFailure } from '../failure.ts';
import type { Run } from '../run.ts';
import { announce, startStack } from '../stack.ts';
import { untilStopped } from '../until-stopped.ts';

export const run: Run = async (flags, presenter) => {
  const stopped = untilStopped();
  const stack = await Promise.race([startStack({ flags, presenter }), stopped]);
  // What is half started ends with the process: nothing that is stored needs more.
  if (!stack) process.exit(0);
  if (isFailure(stack)) return stack;
  announce(stack, flags, presenter);
  await stopped;
  await stack.stop();
  return 0;
};
