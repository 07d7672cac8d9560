import type { Budget } from '../attempts/window.ts';

const windowMs = 15 * 60 * 1_000;

/** Wrong passwords for one demo in 15 minutes: from one address, and from all together, as addresses are cheap. */
export const passwordBudgets = (demoId: string, address: string): Budget[] => [
  { key: `demo|${demoId}|${address}`, max: 20, windowMs },
  { key: `demo|${demoId}`, max: 200, windowMs },
];

/** Hashes one member of staff may ask for: each costs the server 19 MiB for a while. */
export const hashBudget = (uid: string): Budget => ({ key: `hash|${uid}`, max: 30, windowMs });
