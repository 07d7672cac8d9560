import { redirectTexts } from '@frontage/model/messages';
import Papa from 'papaparse';
import { plainCell, writeCsv } from '../../lib/csv.ts';
import { readRedirect, type Redirect } from '../../lib/documents/redirects.ts';

/** One parsed row of a table of redirects. */
export type Row = { line: number; text: string } & ({ redirect: Redirect } | { problem: string });

const header = ['from', 'to', 'status'];

/**
 * Parses a table with one redirect per line: from, to and an optional status, 301 by default. The header is optional.
 * Of lines with one address and several targets, which often differ in the query of the address, the first is used.
 */
export function readCsv(text: string, origin: string): Row[] {
  const { data } = Papa.parse(text.replace(/^\uFEFF/, ''), { skipEmptyLines: false });
  let line = 1;
  const rows: Row[] = [];
  const firsts = new Map<string, { redirect: Redirect; line: number }>();
  for (const [index, cells] of data.entries()) {
    const here = line;
    line += 1 + cells.join('').split('\n').length - 1;
    const [from = '', to = '', status = ''] = cells.map(plainCell);
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (index === 0 && header.every((name, at) => (cells[at] ?? name).trim().toLowerCase() === name)) continue;
    const read = readRedirect({ from, to, status }, origin);
    const row = { line: here, text: writeCsv([cells], '\n') };
    if (!read.ok) rows.push({ ...row, problem: read.message });
    else {
      const { redirect } = read;
      const first = firsts.get(redirect.from) ?? { redirect, line: here };
      firsts.set(redirect.from, first);
      const isOther = first.redirect.to !== redirect.to || first.redirect.status !== redirect.status;
      rows.push({
        ...row,
        ...(isOther ? { problem: redirectTexts.otherTarget(redirect.from, first.line) } : { redirect }),
      });
    }
  }
  return rows;
}

/** The redirects as a table that `readCsv` parses. */
export const toCsv = (redirects: readonly Redirect[]): string =>
  `${writeCsv([header, ...redirects.map(({ from, to, status }) => [from, to, String(status)])], '\n')}\n`;
