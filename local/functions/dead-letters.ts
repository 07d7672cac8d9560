import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DeadLetter } from './subscription.ts';

/** Adds one JSON line for every event a function has given up on, so that it can be looked into later. */
export function appendDeadLetter(file: string): (letter: DeadLetter) => void {
  return (letter) => {
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...letter })}\n`);
  };
}
