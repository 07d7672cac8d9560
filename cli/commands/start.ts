import { isFailure } from '../failure.ts';
import type { Run } from '../run.ts';
import { announce, startStack } from '../stack.ts';
import { untilStopped } from '../until-stopped.ts';

export const run: Run = async (flags, presenter) => {
  const stopped = untilStopped();
  const stack = await startStack({ flags, presenter });
  if (isFailure(stack)) return stack;
  announce(stack, flags, presenter);
  await stopped;
  await stack.stop();
  return 0;
};
