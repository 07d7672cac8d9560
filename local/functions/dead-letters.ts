import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DeadLetter } from './subscription.ts';

/** Returns a function that appends one JSON line to `file` for every event that is given up. */
export function appendDeadLetter(file: string): (letter: DeadLetter) => void {
  return (letter) => {
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...letter })}\n`);
  };
}
