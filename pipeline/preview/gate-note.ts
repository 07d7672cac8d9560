import type { FullPage } from './previews.ts';

/** In the query of an address, asks for what is behind the gate. */
export const gateOpener = 'opened';

/** Where the look of the note is served. */
export const gateNoteStyles = '/preview/gate-note.css';

export const gateNoteStyle = `.preview-note {
  position: fixed;
  inset: auto 0 0;
  z-index: 2147483647;
  margin: 0;
  padding: 0.625rem 1rem;
  background: #1e293b;
  color: #f8fafc;
  font: 500 0.875rem/1.5 system-ui, sans-serif;
  text-align: center;
}
.preview-note a { color: #93c5fd; text-decoration: underline; }
`;

const notes: Record<NonNullable<FullPage['gate']>, string> = {
  closed: `Visitors are asked for the password here. <a href="?${gateOpener}">Show what is behind it</a>`,
  opened: 'Visitors see this once they have entered the password. <a href="?">Show the gate</a>',
  kept: 'Visitors are asked for the password here. This preview does not show what is behind it.',
};

/** A page with a word on the gate it shows, or has opened: no preview can ask for a password. */
export function withGateNote(html: string, gate: FullPage['gate']): string {
  if (gate === null) return html;
  return html
    .replace('</head>', `<link rel="stylesheet" href="${gateNoteStyles}"></head>`)
    .replace('</body>', `<p class="preview-note" role="note">${notes[gate]}</p></body>`);
}
