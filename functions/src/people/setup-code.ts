import { createHash, timingSafeEqual } from 'node:crypto';
import type { Budget } from '../attempts/window.ts';
import type { Client } from '../call/client.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a setup code is asked for and `given` is not it. Compares digests, so that the time tells nothing. */
export function isWrongCode(asked: string, given: string | undefined): boolean {
  return asked !== '' && !timingSafeEqual(digest(asked), digest(given ?? ''));
}

/** Ids that begin with `demo-` are reserved for projects that do not exist: only this machine reaches them. */
export const isLocalProject = (project: string): boolean => project.startsWith('demo-');

const minute = 60_000;

/** Guesses at the setup code: from one address, and from all together, as whoever wants to can have many addresses. */
export const setupBudgets = ({ address }: Client): Budget[] => [
  { key: `setup|${address}`, max: 10, windowMs: 15 * minute },
  { key: 'setup', max: 100, windowMs: 60 * minute },
];
