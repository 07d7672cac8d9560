import type { Budget } from '../attempts/window.ts';
import type { Client } from '../call/client.ts';

const minute = 60_000;
const quarter = 15 * minute;

/** Failed attempts allowed per visitor and demo. A correct password is not counted. */
export const visitorBudget = (demoId: string, { visitor }: Client): Budget => ({
  key: `demo|${demoId}|${visitor}`,
  max: 20,
  windowMs: quarter,
});

/** Failed attempts of all visitors together after which each has a smaller budget: see docs/decisions/004. */
export const demoGauge = (demoId: string) => ({ key: `demo|${demoId}`, highFrom: 200, windowMs: quarter });

/**
 * The budgets of one attempt at an existing demo. No budget is shared by all visitors, so that attackers cannot lock
 * out others. Visitors distinguished only by a proxy's header share the budget of the proxy's address.
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

/** Hashes that one member of staff may request: each takes 19 MiB of memory for a moment. */
export const hashBudget = (uid: string): Budget => ({ key: `hash|${uid}`, max: 30, windowMs: quarter });
