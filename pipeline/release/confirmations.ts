import type { Notice, ReleaseStore } from './store.ts';

/** Tracks the release that visitors have, and decides which notices are true for visitors. */
export interface Confirmations {
  /** Records that visitors have the release of this commit since `at` (milliseconds since the epoch). */
  confirm(commit: number, at: number): void;
  /** Id of the release that visitors have; null while unknown. */
  release(): string | null;
  /** Number of the newest commit whose notices are true; Infinity if visitors have the newest release. */
  toldUpTo(): number;
  /** Returns the notice with the time at which visitors got the release, and the duration until then. */
  withTrueTime(notice: Notice): Notice;
}

/** Holds back the notices of a release until visitors have it. */
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
      const liveAt = Math.max(confirmed.at, Date.parse(at));
      return { ...notice, data: { ...notice.data, at: new Date(liveAt).toISOString(), ms: liveAt - began } };
    },
  };
}
