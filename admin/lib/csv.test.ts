import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { plainCell, writeCsv } from './csv.ts';

const separators = [',', ';', '\t', '|', ':'];
const isFormula = (cell: string) => /^"? *[=+\-@\t\r]/.test(cell);

/** The cells as a program that splits at every separator and ignores quotes reads them. */
const split = (csv: string, separator: string) =>
  csv.split(/\r\n|\r|\n/).flatMap((line) => line.split(separator).flatMap((cell) => [cell, ...cell.split('"')]));

const cell = fc.array(
  fc.constantFrom(';', ',', '\t', '|', ':', '"', '\n', '\r', ' ', "'", '=', '+', '-', '@', '1', 'a'),
);

describe('writeCsv', () => {
  it.each([
    '=1',
    '+1',
    '-1',
    '@a',
    '\t=1',
    '\r=1',
    ';=1',
    'a;=1',
    'a; =1',
    'a\n=1',
    'a"=1',
    'a,=1',
    "a;'=1",
    'a|@b',
    ':-1',
  ])('leaves no formula in %j for any list separator', (text) => {
    const csv = writeCsv([['x', text, 'y']], '\r\n');
    for (const separator of separators) expect(split(csv, separator).filter(isFormula)).toEqual([]);
  });

  it('leaves no formula in random cells, and plainCell returns the text', () => {
    fc.assert(
      fc.property(
        fc.array(
          cell.map((parts) => parts.join('')),
          { minLength: 1, maxLength: 4 },
        ),
        (cells) => {
          const csv = writeCsv([['x', ...cells]], '\r\n');
          for (const separator of separators) {
            const starts = split(csv, separator).filter((part) => /^"? *[=+\-@]/.test(part));
            expect(starts).toEqual([]);
          }
          expect(Papa.parse(csv, { delimiter: ',', skipEmptyLines: false }).data[0]?.map(plainCell)).toEqual([
            'x',
            ...cells,
          ]);
        },
      ),
    );
  });

  it.each(['Ada', 'a-b', '10:30', 'https://example.com/?a=1', "O'Hara; and others"])('keeps %j as it is', (text) => {
    expect(Papa.parse(writeCsv([[text]], '\n'), { delimiter: ',', skipEmptyLines: false }).data).toEqual([[text]]);
  });
});
