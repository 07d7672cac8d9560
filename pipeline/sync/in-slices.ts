import { setImmediate as nextTurn } from 'node:timers/promises';

// Milliseconds between pauses. Bounds the delay of publishes and requests that arrive meanwhile.
const sliceMs = 8;

/** Creates a function that pauses for other work of the thread if the last pause was 8 ms ago or more. */
export function createSlices(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < sliceMs) return undefined;
    return nextTurn().then(() => void (since = performance.now()));
  };
}
