import type { Budget } from '../attempts/window.ts';
import type { Client } from '../call/client.ts';

const minute = 60_000;
const quarter = 15 * minute;

/** What one visitor may get wrong at one demo. A right password is given back. */
export const visitorBudget = (demoId: string, { visitor }: Client): Budget => ({
  key: `demo|${demoId}|${visitor}`,
  max: 20,
  windowMs: quarter,
});

/** What everybody together may get wrong before each has less: see docs/decisions/013. */
export const demoGauge = (demoId: string) => ({ key: `demo|${demoId}`, highFrom: 200, windowMs: quarter });

/**
 * The budgets of one attempt at a demo that is there. Nothing in them is shared by all: no crowd can close a gate for others.
 * Visitors told apart by a proxy's word share what its address has.
 */
export function passwordBudgets(demoId: string, client: Client, isUnderPressure: boolean): Budget[] {
  const { address, visitor } = client;
  const own = visitorBudget(demoId, client);
  return [
    own,
    ...(visitor === address ? [] : [{ ...own, key: `demo|${demoId}|all of|${address}`, max: 10 * own.max }]),
    ...(isUnderPressure
      ? [{ key: `demo|${demoId}|under pressure|${visitor}`, max: 5, windowMs: 24 * 60 * minute }]
      : []),
  ];
}

/** Hashes one member of staff may ask for: each costs the server 19 MiB for a while. */
export const hashBudget = (uid: string): Budget => ({ key: `hash|${uid}`, max: 30, windowMs: quarter });
