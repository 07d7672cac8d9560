import { createHash } from 'node:crypto';
import type { Viewer } from '@frontage/model/permissions';
import { previewPaths } from '@frontage/model/preview';
import { withQuery } from '@frontage/model/redirect';
import { type Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Data } from '@frontage/model/changes/write';
import type { Savable } from '@frontage/model/kinds/kinds';
import { formatDate } from '@frontage/model/dates';
import { isLaunch, type ProposedLaunch } from '../preview/preview-content.ts';
import { type FullPage, type Previewed, type Previews, refusedTextMessage } from '../preview/previews.ts';
import type { CheckRoles, Tickets } from './staff-access.ts';
import type { RequestQueue } from './request-queue.ts';

/** The content of a preview link: a document and its saved draft, if any, or a launch. */
export type LinkedPreview = (LinkedDraft | ProposedLaunch) & {
  /** When the link expires, in milliseconds since 1970. */
  expires_at: number;
};

interface LinkedDraft {
  what: Savable;
  id: string;
  /** The draft's values; null if there is no draft. A demo's include `embed_code`, unless the code is guarded. */
  data: Data | null;
}

/** The port to links, drafts and launches. */
export interface LinkedDrafts {
  /** The current content of the link with this hash; null if it expired, was revoked or never existed. */
  find(hash: string, now: Date): Promise<LinkedPreview | null>;
  /** Counts an opening of the link with this hash. */
  count(hash: string): Promise<void>;
  /** An open launch with the current drafts of its accepted members; null if there is none with this id. */
  launch(id: string): Promise<ProposedLaunch | null>;
}

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

interface Shown {
  previewed: Previewed;
  viewer: Viewer;
  /** Null for a preview in a staff tab. */
  expires_at: number | null;
}

const anonymous: Viewer = { uid: null, roles: [] };

/** `GET /preview/open/{ticket}/…` and `GET /preview/link/{token}/…`: the site with one draft or launch applied. */
export function openPageRoutes({ previews, tickets, turns, drafts, siteHeaders, standing, now }: PageRoutes) {
  const app = new Hono();
  const opened = async (ticket: string): Promise<Shown | null> => {
    const found = tickets.find(ticket, now());
    const viewer = found && (await standing(found.viewer));
    const isStaff = viewer !== null && viewer.roles.length > 0;
    return found && isStaff ? { previewed: found.previewed, viewer, expires_at: null } : null;
  };
  const linked = async (token: string): Promise<Shown | null> => {
    const found = await drafts?.find(hashOf(token), now());
    return found ? { previewed: found, viewer: anonymous, expires_at: found.expires_at } : null;
  };
  const places = [
    [previewPaths.opened, opened, () => Promise.resolve()],
    [previewPaths.link, linked, async (token: string) => drafts?.count(hashOf(token))],
  ] as const;

  for (const [place, find, count] of places) {
    app.get(`${place}/:secret{[\\w-]{43}}`, async (c) => {
      const secret = c.req.param('secret');
      const shown = await find(secret);
      const address = shown && (await previews.addressOf(shown.previewed, shown.viewer));
      if (address === null) return nothing(c);
      if (typeof address !== 'string') return c.text(refusedTextMessage(address), 422);
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
        previews.page(shown.previewed, { address, opensGate: c.req.query(gateOpener) !== undefined }, shown.viewer),
      );
      if (typeof page === 'string') return c.text(tooMany, page === 'replaced' ? 429 : 503);
      if (page === null) return nothing(c);
      if ('reason' in page) return c.text(refusedTextMessage(page), 422);
      if ('to' in page) {
        const to = withQuery(page.to, new URL(c.req.url).search.slice(1));
        return c.redirect(to.startsWith('/') ? below + to : to, 302);
      }
      const { status, contentType, text, gate, change } = page;
      const launch = isLaunch(shown.previewed) ? { name: shown.previewed.name, change } : null;
      const body = contentType.startsWith('text/html')
        ? withBanner(linksWithin(text, below), { gate, expiresAt: shown.expires_at, launch })
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

/** Matches the addresses of links to the site, which must stay within the preview. Addresses of files do not match. */
const links = /(<a\b[^>]*?\shref=")(\/(?!\/)[^"]*)/g;

/**
 * Prefixes the addresses of a page's links with `below`. A regular expression suffices, because the templates write
 * every attribute in double quotes and escape all text.
 */
const linksWithin = (html: string, below: string): string => html.replaceAll(links, `$1${below}$2`);

/** The site's policy without analytics: viewers of a draft are not visitors. */
const previewPolicy = (policy: string): string =>
  policy
    .split(';')
    .map((directive) => directive.trim().split(/\s+/).filter(isNotAnalytics).join(' '))
    .join('; ');

const isNotAnalytics = (source: string): boolean => !/google|gstatic/.test(source);

/** The query parameter that requests the content behind the gate. */
const gateOpener = 'opened';

export const bannerStylesPath = '/preview/banner.css';

/** The styles of the banner. They reserve its height below the page, so that it covers no content. */
export const bannerStyles = `:root { --preview-banner: 2.75rem; }
:root:has(.preview-banner [role=note]) { --preview-banner: 4.5rem; }
@media (width < 40rem) {
  :root { --preview-banner: 4rem; }
  :root:has(.preview-banner [role=note]) { --preview-banner: 8rem; }
}
body { padding-bottom: var(--preview-banner); }
.consent { margin-bottom: var(--preview-banner); }
.preview-banner {
  position: fixed;
  inset: auto 0 0;
  z-index: 2147483647;
  height: var(--preview-banner);
  margin: 0;
  padding: 0 1rem;
  display: grid;
  align-content: center;
  overflow: auto;
  border-top: 3px solid #f5b301;
  background: #1e293b;
  color: #f8fafc;
  font: 500 0.875rem/1.5 system-ui, sans-serif;
  text-align: center;
}
.preview-banner p { margin: 0; }
.preview-banner a { color: #93c5fd; text-decoration: underline; }
`;

const notes: Record<NonNullable<FullPage['gate']>, string> = {
  closed: `Visitors are asked for the password here. <a href="?${gateOpener}">Show the protected content</a>`,
  opened: 'Visitors see this once they have entered the password. <a href="?">Show the password form</a>',
  kept: 'Visitors need the password here. This preview does not show the protected content.',
};

const changeNotes: Record<NonNullable<FullPage['change']>, string> = {
  added: 'New page',
  changed: 'This page changes',
  same: 'This page stays the same',
};

interface Banner {
  gate: FullPage['gate'];
  /** When the link expires, in milliseconds since 1970; null for a preview in a staff tab. */
  expiresAt: number | null;
  /** The name of the previewed launch and its change of the page; null for a draft. */
  launch: { name: string; change: FullPage['change'] } | null;
}

/** Adds a banner that marks the page as a preview and names its differences from the live page. */
export function withBanner(page: string, { gate, expiresAt, launch }: Banner): string {
  const parts = [
    launch === null ? 'Unpublished preview' : `Unpublished preview of ${launch.name}`,
    ...(launch?.change ? [changeNotes[launch.change]] : []),
    ...(expiresAt === null ? [] : [`Link expires ${momentOf(expiresAt)}`]),
  ];
  const note = gate === null ? '' : `<p role="note">${notes[gate]}</p>`;
  const banner = String(
    html`<aside class="preview-banner" aria-label="Preview">
      <p>${parts.join(' · ')}</p>
      ${raw(note)}
    </aside>`,
  );
  return page
    .replace('</head>', `<link rel="stylesheet" href="${bannerStylesPath}"></head>`)
    .replace(/<body\b[^>]*>/, (body) => body + banner);
}

function momentOf(milliseconds: number): string {
  const at = new Date(milliseconds).toISOString();
  return `${formatDate(at)}, ${at.slice(11, 16)} UTC`;
}
