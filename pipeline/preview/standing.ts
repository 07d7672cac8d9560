import type { Viewer } from '@frontage/model/permissions';
import type { Role } from '@frontage/model/user';

/** What somebody may be now, and from when on (milliseconds since 1970) what they were given counts. */
export interface Standing {
  roles: readonly Role[];
  validFrom: number;
}

/** The port to accounts. */
export type ReadStanding = (uid: string) => Promise<Standing>;

/** Who somebody is that was given a token or a ticket at a time: with the roles of then that they hold still. */
export type StillStanding = (viewer: Viewer, givenAt: number) => Promise<Viewer>;

/** Milliseconds for which it is believed what was read. */
const believedFor = 15_000;

/** Believes tokens and tickets, where there are no accounts to be read. */
export const believeAll: StillStanding = (viewer) => Promise.resolve(viewer);

/** Looks accounts up, each so seldom that typing costs nearly no reads. Where that fails, what was given counts. */
export function openStanding(read: ReadStanding, now: () => Date): StillStanding {
  const known = new Map<string, { until: number; standing: Promise<Standing | null> }>();

  const standingOf = (uid: string): Promise<Standing | null> => {
    const at = now().getTime();
    const found = known.get(uid);
    if (found && found.until > at) return found.standing;
    for (const [other, { until }] of known) if (until <= at) known.delete(other);
    const standing = read(uid).catch(() => null);
    known.set(uid, { until: at + believedFor, standing });
    return standing;
  };

  return async (viewer, givenAt) => {
    const standing = viewer.uid === null ? null : await standingOf(viewer.uid);
    if (standing === null) return viewer;
    const roles = standing.validFrom > givenAt ? [] : viewer.roles.filter((role) => standing.roles.includes(role));
    return { ...viewer, roles };
  };
}
