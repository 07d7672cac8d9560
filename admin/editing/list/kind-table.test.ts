import { expect, it } from 'vitest';
import { listedColumns } from './kind-table.tsx';

it.each([
  ['demo', ['Password protection', 'Google Analytics']],
  ['section', ['Section key', 'Visible', 'Order index']],
] as const)('the table of the kind %s has a column for each listed field', (kind, headers) => {
  expect(listedColumns(kind).map(({ header }) => header)).toEqual(headers);
});
