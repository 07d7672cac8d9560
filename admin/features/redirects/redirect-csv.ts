import { invalid, redirectTexts } from '@frontage/model/messages';
import { redirectFields, normalizePath, type RedirectFields } from '@frontage/model/redirect';
import Papa from 'papaparse';

/** A redirect with a target. */
export type Redirect = RedirectFields & { to: string };

/** One parsed row of a table of redirects. */
export type Row = { line: number; text: string } & ({ redirect: Redirect } | { problem: string });

const header = ['from', 'to', 'status'];

/** Parses a typed or pasted redirect; addresses of the site may include its origin. */
export function readRedirect(typed: { from: string; to: string; status: string }, origin: string) {
  const path = (text: string): string => withoutOrigin(text.trim(), origin);
  const from = path(typed.from);
  const to = path(typed.to);
  const checked = redirectFields.safeParse({
    from: normalizePath(from) ?? from,
    to,
    status: statusOf(typed.status.trim()),
  });
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const field = issue?.path[0] === 'to' ? ('to' as const) : ('from' as const);
    return {
      ok: false as const,
      field,
      message: issue?.path[0] === 'status' ? redirectTexts.badStatus : (issue?.message ?? ''),
    };
  }
  if (normalizePath(to) === checked.data.from)
    return { ok: false as const, field: 'to' as const, message: invalid.redirectLoop };
  return { ok: true as const, redirect: { ...checked.data, to } };
}

function withoutOrigin(text: string, origin: string): string {
  if (text.toLowerCase() === origin) return '/';
  return text.toLowerCase().startsWith(`${origin}/`) ? text.slice(origin.length) : text;
}

// Other statuses map to these; a missing one means permanent.
const statuses: Readonly<Record<string, number>> = {
  '': 301,
  '301': 301,
  '308': 301,
  '302': 302,
  '303': 302,
  '307': 302,
};
const statusOf = (text: string): number => statuses[text] ?? 0;

/**
 * Parses a table with one redirect per line: from, to and an optional status, 301 by default. The header is optional.
 */
export function readCsv(text: string, origin: string): Row[] {
  const { data } = Papa.parse(text.replace(/^\uFEFF/, ''), { skipEmptyLines: false });
  let line = 1;
  const rows: Row[] = [];
  for (const [index, cells] of data.entries()) {
    const here = line;
    line += 1 + cells.join('').split('\n').length - 1;
    const [from = '', to = '', status = ''] = cells;
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (index === 0 && header.every((name, at) => (cells[at] ?? name).trim().toLowerCase() === name)) continue;
    const read = readRedirect({ from, to, status }, origin);
    const found = read.ok ? { redirect: read.redirect } : { problem: read.message };
    rows.push({ line: here, text: toLines([cells]), ...found });
  }
  return rows;
}

const toLines = (rows: readonly (readonly string[])[]): string =>
  Papa.unparse(rows, { newline: '\n', escapeFormulae: false });

/** The redirects as a table that `readCsv` parses. */
export const toCsv = (redirects: readonly Redirect[]): string =>
  `${toLines([header, ...redirects.map(({ from, to, status }) => [from, to, String(status)])])}\n`;
