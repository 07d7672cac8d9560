import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DeadLetter } from './subscription.ts';

/** Appends one JSON line for every event that was given up, for later inspection. */
export function appendDeadLetter(file: string): (letter: DeadLetter) => void {
  return (letter) => {
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...letter })}\n`);
  };
}
