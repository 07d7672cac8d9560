import { randomBytes } from 'node:crypto';
import type { Viewer } from '@frontage/model/permissions';
import type { Draft } from './previews.ts';

/** A draft opened in a tab, and its viewer. */
export interface OpenedDraft {
  draft: Draft;
  viewer: Viewer;
}

export interface Tickets {
  /** Issues a ticket for a draft: 256 random bits, base64url, valid for 10 minutes. */
  issue(opened: OpenedDraft, now: Date): string;
  find(ticket: string, now: Date): (OpenedDraft & { givenAt: number }) | null;
}

const validFor = 10 * 60_000;
// The draft of a ticket may have a size of a megabyte.
const ticketsKept = 50;

const hasExpired = ({ givenAt }: { givenAt: number }, now: Date): boolean => givenAt + validFor <= now.getTime();

export function openTickets(): Tickets {
  const issued = new Map<string, OpenedDraft & { givenAt: number }>();
  return {
    issue: (opened, now) => {
      const ticket = randomBytes(32).toString('base64url');
      for (const [known, opened] of issued) if (hasExpired(opened, now)) issued.delete(known);
      const [oldest] = issued.keys();
      if (issued.size >= ticketsKept && oldest !== undefined) issued.delete(oldest);
      issued.set(ticket, { ...opened, givenAt: now.getTime() });
      return ticket;
    },
    find: (ticket, now) => {
      const found = issued.get(ticket);
      return found && !hasExpired(found, now) ? found : null;
    },
  };
}
