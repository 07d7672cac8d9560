import type { Notice, ReleaseStore } from './store.ts';

/** The release that visitors are known to have, for its subscribers. */
export interface Confirmations {
  /** Visitors have the release of this commit, from now on or from `at` (milliseconds since the epoch). */
  confirm(commit: number, at: number): void;
  /** Id of the release that visitors have; null while that is not known. */
  release(): string | null;
  /** Number of the newest commit whose notices are true; Infinity when visitors have all there is. */
  toldUpTo(): number;
  /** The notice with the time at which it became true. */
  withTrueTime(notice: Notice): Notice;
}

/** Keeps notices of releases back until visitors have them. */
export function openConfirmations(store: Pick<ReleaseStore, 'releases'>): Confirmations {
  let confirmed: { commit: number; at: number } | null = null;

  return {
    confirm: (commit, at) => (confirmed = { commit, at }),
    release: () => (confirmed === null ? null : String(confirmed.commit)),
    toldUpTo: () => {
      const shown = confirmed?.commit ?? 0;
      const ahead = store.releases().flatMap(({ id }) => (Number(id) > shown ? [Number(id)] : []));
      return Math.min(...ahead) - 1;
    },
    withTrueTime: (notice) => {
      const { at, ms, state } = notice.data ?? {};
      if (confirmed === null || state !== 'live' || typeof at !== 'string' || typeof ms !== 'number') return notice;
      const began = Date.parse(at) - ms;
      const told = Math.max(confirmed.at, Date.parse(at));
      return { ...notice, data: { ...notice.data, at: new Date(told).toISOString(), ms: told - began } };
    },
  };
}
