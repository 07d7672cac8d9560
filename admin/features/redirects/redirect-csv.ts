import Papa from 'papaparse';
import { readRedirect, type Redirect } from '../../lib/documents/redirects.ts';

/** One parsed row of a table of redirects. */
export type Row = { line: number; text: string } & ({ redirect: Redirect } | { problem: string });

const header = ['from', 'to', 'status'];

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
