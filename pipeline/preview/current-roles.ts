import type { Viewer } from '@frontage/model/permissions';
import type { Role } from '@frontage/model/user';

/** A user's current roles, and the time (milliseconds since 1970) from which tokens are valid. */
export interface CurrentRoles {
  roles: readonly Role[];
  validFrom: number;
}

/** The port to accounts. */
export type ReadCurrentRoles = (uid: string) => Promise<CurrentRoles>;

/** The viewer of a token or ticket issued at a time: with the roles that the user still has. */
export type CheckRoles = (viewer: Viewer, givenAt: number) => Promise<Viewer>;

/** Milliseconds for which a read is cached. */
const believedFor = 15_000;

/** Accepts tokens and tickets unchecked, where no accounts can be read. */
export const trustToken: CheckRoles = (viewer) => Promise.resolve(viewer);

/** Looks up accounts with caching, so that typing costs nearly no reads. If that fails, the token's roles count. */
export function openRoleCheck(read: ReadCurrentRoles, now: () => Date): CheckRoles {
  const known = new Map<string, { until: number; standing: Promise<CurrentRoles | null> }>();

  const standingOf = (uid: string): Promise<CurrentRoles | null> => {
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
