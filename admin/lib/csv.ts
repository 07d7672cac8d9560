import Papa from 'papaparse';

// A program with another list separator also splits cells at its separator, at quotes and at line breaks.
const cellStart = `(?<=(?:^|[;,|:"\\t\\r\\n]) *)`;
const formula = `(?='*[=+\\-@\\t\\r])`;
const unguarded = new RegExp(cellStart + formula, 'g');
const guarded = new RegExp(`${cellStart}'${formula}`, 'g');

/**
 * Rows as CSV. A cell, or the part of one after a separator, that a spreadsheet would run as a formula begins with an
 * apostrophe; `plainCell` removes it.
 */
export const writeCsv = (rows: readonly (readonly string[])[], newline: '\n' | '\r\n'): string =>
  Papa.unparse(
    rows.map((cells) => cells.map((cell) => cell.replace(unguarded, "'"))),
    { newline, escapeFormulae: false },
  );

/** The text of a cell that `writeCsv` wrote. */
export const plainCell = (cell: string): string => cell.replace(guarded, '');
