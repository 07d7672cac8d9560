import { createHash, timingSafeEqual } from 'node:crypto';
import type { Budget } from '../attempts/window.ts';
import type { Client } from '../call/client.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Whether a setup code is required and `given` is a different one. Compares digests, so that the time reveals nothing.
 */
export function isWrongCode(required: string, given: string | undefined): boolean {
  return required !== '' && !timingSafeEqual(digest(required), digest(given ?? ''));
}

/** Ids with the prefix `demo-` are reserved for local projects, which only this machine can reach. */
export const isLocalProject = (project: string): boolean => project.startsWith('demo-');

const minute = 60_000;

/** Limits of guesses at the setup code: per address, and overall, because an attacker can have many addresses. */
export const setupBudgets = ({ address }: Client): Budget[] => [
  { key: `setup|${address}`, max: 10, windowMs: 15 * minute },
  { key: 'setup', max: 100, windowMs: 60 * minute },
];
