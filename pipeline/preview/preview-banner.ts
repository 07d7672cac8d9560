import { formatDate } from '@frontage/model/dates';
import type { FullPage } from './previews.ts';

/** The query parameter that requests the content behind the gate. */
export const gateOpener = 'opened';

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

interface Banner {
  gate: FullPage['gate'];
  /** When the link expires, in milliseconds since 1970; null for a preview in a staff tab. */
  expiresAt: number | null;
}

/** Adds a banner that marks the page as a preview and names its differences from the live page. */
export function withBanner(html: string, { gate, expiresAt }: Banner): string {
  const title =
    expiresAt === null ? 'Unpublished preview' : `Unpublished preview · Link expires ${momentOf(expiresAt)}`;
  const note = gate === null ? '' : `<p role="note">${notes[gate]}</p>`;
  const banner = `<aside class="preview-banner" aria-label="Preview"><p>${title}</p>${note}</aside>`;
  return html
    .replace('</head>', `<link rel="stylesheet" href="${bannerStylesPath}"></head>`)
    .replace(/<body\b[^>]*>/, (body) => body + banner);
}

function momentOf(milliseconds: number): string {
  const at = new Date(milliseconds).toISOString();
  return `${formatDate(at)}, ${at.slice(11, 16)} UTC`;
}
