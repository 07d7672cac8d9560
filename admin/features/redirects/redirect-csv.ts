import { redirectTexts } from '@frontage/model/messages';
import Papa from 'papaparse';
import { plainCell, writeCsv } from '../../lib/csv.ts';
import { readRedirect, type Redirect } from '../../lib/documents/redirects.ts';

/** One parsed row of a table of redirects. */
export type Row = { line: number; text: string } & ({ redirect: Redirect } | { problem: string });

const header = ['from', 'to', 'status'];

/** Column names of common redirect tools, in lowercase words. Of several columns for a value, the first name wins. */
const columnNames = {
  from: [
    'from',
    'redirect from',
    'source',
    'source url',
    'origin',
    'old',
    'old url',
    'old path',
    'original url',
    'url',
  ],
  to: [
    'to',
    'redirect to',
    'target',
    'target url',
    'destination',
    'destination url',
    'new',
    'new url',
    'new path',
    'redirect url',
  ],
  status: ['code', 'http code', 'status code', 'redirect code', 'redirect type', 'redirect style', 'type', 'status'],
  pattern: ['regex', 'is regex', 'matching', 'match type', 'format'],
  active: ['enabled', 'active', 'is active', 'status'],
} as const;

type Columns = Partial<Record<keyof typeof columnNames, number>>;

/** The columns that a header names; null if the cells are not a header. */
function columnsOf(cells: readonly string[]): Columns | null {
  const names = cells.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' '),
  );
  const columns: Columns = {};
  for (const [value, known] of Object.entries(columnNames) as [keyof Columns, readonly string[]][]) {
    const name = known.find((one) => names.includes(one));
    if (name !== undefined) columns[value] = names.indexOf(name);
  }
  if (columns.from === undefined || columns.to === undefined) return null;
  // A header of two columns may be shorter than its rows.
  return names.length === 2 && columns.from === 0 ? { ...columns, status: 2 } : columns;
}

const plainOrder: Columns = { from: 0, to: 1, status: 2 };
const namedStatuses: Readonly<Record<string, string>> = { permanent: '301', temporary: '302' };

/** Why a row of a tool's export has no redirect here; null if it has one. */
function unsupported(cells: readonly string[], { pattern, active }: Columns): string | null {
  const cell = (column: number | undefined) => (cells[column ?? -1] ?? '').trim().toLowerCase();
  if (cells.some((text) => text.includes('\uFFFD'))) return redirectTexts.unreadable;
  if (['1', 'true', 'yes', 'regex', 'regexp'].includes(cell(pattern))) return redirectTexts.pattern;
  if (['0', 'false', 'no', 'disabled', 'inactive'].includes(cell(active))) return redirectTexts.inactive;
  return null;
}

/** The text of a table file: UTF-8 or UTF-16, else Windows-1252, in which older spreadsheets save CSV. */
export function decodeCsv(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const parse = (text: string): string[][] => Papa.parse(text.replace(/^\uFEFF/, ''), { skipEmptyLines: false }).data;

/** The header of a table as CSV, followed by a newline; empty if it has none. */
export function headerOf(text: string): string {
  const [cells = []] = parse(text);
  return columnsOf(cells) ? `${writeCsv([cells], '\n')}\n` : '';
}

/**
 * Parses a table with one redirect per line. A header names the columns in any order; without one they are from, to and
 * an optional status, 301 by default. Of lines with one address and several targets, which often differ in the query of
 * the address, the first is used.
 */
export function readCsv(text: string, origin: string): Row[] {
  const data = parse(text);
  let line = 1;
  const rows: Row[] = [];
  const firsts = new Map<string, { redirect: Redirect; line: number }>();
  const named = columnsOf(data[0] ?? []);
  const columns = named ?? plainOrder;
  for (const [index, cells] of data.entries()) {
    const here = line;
    line += 1 + cells.join('').split('\n').length - 1;
    if (cells.every((cell) => cell.trim() === '') || (index === 0 && named)) continue;
    const cell = (column: number | undefined) => plainCell(cells[column ?? -1] ?? '');
    const [from, to, typed] = [cell(columns.from), cell(columns.to), cell(columns.status).trim()];
    const status = namedStatuses[typed.toLowerCase()] ?? /^\d{3}(?= )/.exec(typed)?.[0] ?? typed;
    const row = { line: here, text: writeCsv([cells], '\n') };
    const problem = unsupported(cells, columns);
    const read =
      problem === null ? readRedirect({ from, to, status }, origin) : { ok: false as const, message: problem };
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
