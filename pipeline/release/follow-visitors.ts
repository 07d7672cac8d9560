import type { Lease } from '../log/lease.ts';
import type { Confirmations } from './confirmations.ts';
import { reasonOf, type PipelineEvent } from './events.ts';
import { followOutlet, type OutletFollower } from './follow-outlet.ts';
import type { Delivery, Outlet } from './outlet.ts';
import { filesAt, type Site } from './site.ts';
import type { ReleaseStore } from './store.ts';

interface VisitorsOptions {
  outlet: Outlet;
  lease: Lease;
  store: ReleaseStore;
  site: () => Site;
  read: Delivery['read'];
  confirmations: Confirmations;
  now: () => Date;
  /** Called when visitors have a newer release. */
  onLive: () => void;
  /** Called with the reason of a failed delivery, or with null once it succeeded. */
  onDelivery: (error: unknown) => void;
  log: (event: PipelineEvent) => void;
}

/** Delivers every release of a site to the outlet, and records when visitors have it. */
export function followVisitors(options: VisitorsOptions): OutletFollower {
  const { outlet, lease, store, site, read, confirmations, onLive, onDelivery, log } = options;
  const now = (): number => options.now().getTime();
  return followOutlet({
    outlet,
    lease,
    newest: () => {
      const { head, files } = site();
      return head?.release == null ? null : { commit: Number(head.release), files };
    },
    filesAt: (commit) =>
      store.releases().some(({ id }) => id === String(commit)) ? filesAt(store, String(commit)) : null,
    read,
    onConfirmed: (commit) => {
      confirmations.confirm(commit, now());
      log({ event: 'live', outlet: outlet.name, release: String(commit) });
      onLive();
    },
    onFailure: (error, retryInMs) => {
      log({ event: 'outlet-failed', outlet: outlet.name, ...reasonOf(error), retryInMs });
      onDelivery(error);
    },
    onRecovered: () => onDelivery(null),
    now,
  });
}
