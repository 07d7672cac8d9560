import { createHash } from 'node:crypto';
import type { Viewer } from '@frontage/model/permissions';
import { previewPaths } from '@frontage/model/preview';
import { Hono, type Context } from 'hono';
import { linksWithin, previewPolicy } from './full-page.ts';
import { gateOpener, withBanner } from './preview-banner.ts';
import type { LinkedDraft, LinkedDrafts } from './linked-drafts.ts';
import type { Previews } from './previews.ts';
import type { CheckRoles } from './current-roles.ts';
import type { Tickets } from './tickets.ts';
import type { RequestQueue } from './request-queue.ts';

export interface PageRoutes {
  previews: Previews;
  tickets: Tickets;
  turns: RequestQueue;
  /** Null if preview links are not available. */
  drafts: LinkedDrafts | null;
  /** The site's response headers. */
  siteHeaders: Readonly<Record<string, string>>;
  standing: CheckRoles;
  now: () => Date;
}

interface Shown extends Omit<LinkedDraft, 'expires_at'> {
  viewer: Viewer;
  /** Null for a preview in a staff tab. */
  expires_at: number | null;
}

const anonymous: Viewer = { uid: null, roles: [] };

/** `GET /preview/open/{ticket}/…` and `GET /preview/link/{token}/…`: the site with one draft applied. */
export function openPageRoutes({ previews, tickets, turns, drafts, siteHeaders, standing, now }: PageRoutes) {
  const app = new Hono();
  const opened = async (ticket: string): Promise<Shown | null> => {
    const found = tickets.find(ticket, now());
    const viewer = found && (await standing(found.viewer, found.givenAt));
    return found && viewer && viewer.roles.length > 0 ? { ...found.draft, viewer, expires_at: null } : null;
  };
  const linked = async (token: string): Promise<Shown | null> => {
    const found = await drafts?.find(hashOf(token), now());
    return found ? { ...found, viewer: anonymous } : null;
  };
  const places = [
    [previewPaths.opened, opened, () => Promise.resolve()],
    [previewPaths.link, linked, async (token: string) => drafts?.count(hashOf(token))],
  ] as const;

  for (const [place, find, count] of places) {
    app.get(`${place}/:secret{[\\w-]{43}}`, async (c) => {
      const secret = c.req.param('secret');
      const shown = await find(secret);
      const address = shown && previews.addressOf(shown, shown.viewer);
      if (address === null) return nothing(c);
      // A failing counter must not block viewers; links are also requested with HEAD.
      if (c.req.method === 'GET') await count(secret).catch(() => undefined);
      return c.redirect(`${place}/${secret}${address}`, 302);
    });
    app.get(`${place}/:secret{[\\w-]{43}}/:rest{.*}`, async (c) => {
      const secret = c.req.param('secret');
      const below = `${place}/${secret}`;
      const shown = await find(secret);
      if (shown === null) return nothing(c);
      const address = c.req.path.slice(below.length);
      const page = await turns.take(secret, () =>
        previews.page(shown, { address, opensGate: c.req.query(gateOpener) !== undefined }, shown.viewer),
      );
      if (typeof page === 'string') return c.text(tooMany, page === 'replaced' ? 429 : 503);
      if (page === null) return nothing(c);
      if ('to' in page) return c.redirect(page.to.startsWith('/') ? below + page.to : page.to, 302);
      const { status, contentType, text, gate } = page;
      const body = contentType.startsWith('text/html')
        ? withBanner(linksWithin(text, below), { gate, expiresAt: shown.expires_at })
        : text;
      return c.body(body, status, { 'content-type': contentType, ...headersFrom(siteHeaders) });
    });
  }
  return app;
}

const tooMany = 'Too many people are viewing this. Try again in a moment.';

/** One answer for every invalid link, so that guessing reveals nothing. */
const nothing = (c: Context): Response =>
  c.text('Page not found. The preview link may have expired: ask for a new one.', 404);

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The site's policy headers. Linked sites do not receive the link's address. */
function headersFrom(siteHeaders: Readonly<Record<string, string>>): Record<string, string> {
  const { 'Content-Security-Policy': policy = "default-src 'self'; frame-ancestors 'none'", ...others } = siteHeaders;
  const features = others['Permissions-Policy'];
  return {
    'content-security-policy': previewPolicy(policy),
    'referrer-policy': 'strict-origin',
    ...(features !== undefined && { 'permissions-policy': features }),
  };
}
