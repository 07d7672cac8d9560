import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Viewer } from '@frontage/model/permissions';
import { sessionHolds, type SignInSession, type UserRoles } from '@frontage/model/user';
import { tokenHolder, type TokenHolder, tokenKey } from '@frontage/model/pipeline-token';
import { isLaunch } from '../preview/preview-content.ts';
import type { Previewed } from '../preview/previews.ts';

/** The port to accounts: the stored roles of a user; null without any. */
export type ReadAccount = (uid: string) => Promise<UserRoles | null>;

/** A user of the admin, with the sign-in of the token. */
export interface StaffViewer extends Viewer {
  session: SignInSession;
}

/** Returns the viewer of a token or ticket with only those roles that the user still has; none if the session ended. */
export type CheckRoles = (viewer: StaffViewer) => Promise<StaffViewer>;

/** Accepts the roles of tokens and tickets without a check, for programs that cannot read accounts. */
export const trustToken: CheckRoles = (viewer) => Promise.resolve(viewer);

/**
 * Reads the account for each request, so that a token ends at once with its session: after signing out, a deactivation
 * or a changed password. This costs one read a request. If it fails, the token's roles count.
 */
export function openRoleCheck(read: ReadAccount): CheckRoles {
  return async (viewer) => {
    if (viewer.uid === null) return viewer;
    const account = await read(viewer.uid).catch(() => undefined);
    if (account === undefined) return viewer;
    const holds = account !== null && sessionHolds(viewer.session, account);
    return { ...viewer, roles: holds ? viewer.roles.filter((role) => account.roles.includes(role)) : [] };
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
  viewer: StaffViewer;
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
