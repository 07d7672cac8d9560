import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Viewer } from '@frontage/model/permissions';
import type { Role } from '@frontage/model/user';
import { tokenHolder, type TokenHolder, tokenKey } from '@frontage/model/pipeline-token';
import { isLaunch } from '../preview/apply-draft.ts';
import type { Previewed } from '../preview/previews.ts';

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

/** The holder of a token; null if it is invalid or expired. */
export type ReadToken = (token: string, now: Date) => TokenHolder | null;

/** Creates a reader of tokens signed with a key derived from this secret. */
export function openTokens(secret: string): ReadToken {
  const { digest, salt, info, length } = tokenKey;
  const key = new Uint8Array(hkdfSync(digest, secret, salt, info, length));
  return (token, now) => {
    const [, payload, signature] = /^([\w-]{1,2000})\.([\w-]{43})$/.exec(token) ?? [];
    if (payload === undefined || signature === undefined) return null;
    const expected = createHmac('sha256', key).update(payload).digest();
    if (!timingSafeEqual(expected, Buffer.from(signature, 'base64url'))) return null;
    const holder = tokenHolder.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    return holder.success && holder.data.expires_at > now.getTime() ? holder.data : null;
  };
}

/** A draft or launch opened in a tab, and its viewer. */
interface OpenedPreview {
  previewed: Previewed;
  viewer: Viewer;
}

export interface Tickets {
  /** Issues a ticket for a preview: 256 random bits, base64url, valid for 10 minutes. */
  issue(opened: OpenedPreview, now: Date): string;
  find(ticket: string, now: Date): (OpenedPreview & { givenAt: number }) | null;
}

const validFor = 10 * 60_000;

// The draft of a ticket may have a size of a megabyte. A launch, which may have one of ten, counts by its members.
const ticketsKept = 50;

const weightOf = ({ previewed }: OpenedPreview): number =>
  isLaunch(previewed) ? Math.max(1, previewed.members.length / 10) : 1;

const hasExpired = ({ givenAt }: { givenAt: number }, now: Date): boolean => givenAt + validFor <= now.getTime();

export function openTickets(): Tickets {
  const issued = new Map<string, OpenedPreview & { givenAt: number }>();
  return {
    issue: (opened, now) => {
      const ticket = randomBytes(32).toString('base64url');
      for (const [known, opened] of issued) if (hasExpired(opened, now)) issued.delete(known);
      let weight = [opened, ...issued.values()].reduce((sum, one) => sum + weightOf(one), 0);
      for (const [oldest, one] of issued) {
        if (weight <= ticketsKept) break;
        issued.delete(oldest);
        weight -= weightOf(one);
      }
      issued.set(ticket, { ...opened, givenAt: now.getTime() });
      return ticket;
    },
    find: (ticket, now) => {
      const found = issued.get(ticket);
      return found && !hasExpired(found, now) ? found : null;
    },
  };
}
