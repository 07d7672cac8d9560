import type { Viewer } from '@frontage/model/permissions';
import type { Role } from '@frontage/model/user';

/** A user's current roles, and the time (milliseconds since 1970) from which tokens are valid. */
export interface CurrentRoles {
  roles: readonly Role[];
  validFrom: number;
}

/** The port to accounts. */
export type ReadCurrentRoles = (uid: string) => Promise<CurrentRoles>;

/** Returns the viewer of a token or ticket, issued at `givenAt`, with only those roles that the user still has. */
export type CheckRoles = (viewer: Viewer, givenAt: number) => Promise<Viewer>;

/** Milliseconds for which a read is cached. */
const cachedFor = 15_000;

/** Accepts the roles of tokens and tickets without a check, for programs that cannot read accounts. */
export const trustToken: CheckRoles = (viewer) => Promise.resolve(viewer);

/** Looks up accounts with caching, so that typing costs nearly no reads. If that fails, the token's roles count. */
export function openRoleCheck(read: ReadCurrentRoles, now: () => Date): CheckRoles {
  const known = new Map<string, { until: number; current: Promise<CurrentRoles | null> }>();

  const currentRolesOf = (uid: string): Promise<CurrentRoles | null> => {
    const at = now().getTime();
    const found = known.get(uid);
    if (found && found.until > at) return found.current;
    for (const [other, { until }] of known) if (until <= at) known.delete(other);
    const current = read(uid).catch(() => null);
    known.set(uid, { until: at + cachedFor, current });
    return current;
  };

  return async (viewer, givenAt) => {
    const current = viewer.uid === null ? null : await currentRolesOf(viewer.uid);
    if (current === null) return viewer;
    const roles = current.validFrom > givenAt ? [] : viewer.roles.filter((role) => current.roles.includes(role));
    return { ...viewer, roles };
  };
}
