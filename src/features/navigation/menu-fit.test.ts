import { describe, expect, test } from 'vitest';
import { fitMenu, steps } from './menu-fit.ts';

const brand = { name: 'Parhelion', logoWidth: 40 };
const items = (...labels: string[]) => labels.map((label) => ({ label, opens: false }));
const many = (count: number) => items(...Array.from({ length: count }, (_, index) => `Menu item ${index + 1}`));

describe('fitMenu', () => {
  test('shows three short items at every width', () => {
    expect(fitMenu(items('Home', 'Team', 'About'), brand)).toEqual([60, 60, 60]);
  });

  test('needs at least as much space for each item as for the previous one', () => {
    const from = fitMenu(many(30), brand).map((step) => step ?? Infinity);
    expect(from).toEqual(from.toSorted((a, b) => a - b));
    expect(from[0]).toBe(60);
    expect(from.at(-1)).toBe(Infinity);
  });

  test('adds the last items together if all fit without "More"', () => {
    // The last is narrower than "More".
    const from = fitMenu([...many(4), ...items('Us')], brand);
    expect(from.at(-1)).toBe(from.at(-2));
    expect(steps).toContain(from.at(-1));
  });

  test.each([
    ['a wide logo', { ...brand, logoWidth: 180 }],
    ['a wider typeface', { ...brand, textWidth: 1.12 }],
    ['a link to the search', { ...brand, hasSearch: true }],
    ['a long name', { ...brand, name: 'The Parhelion Institute' }],
  ])('%s leaves less space for items', (_name, wider) => {
    const sum = (from: (number | null)[]): number => from.reduce<number>((total, step) => total + (step ?? 100), 0);
    expect(sum(fitMenu(many(7), wider))).toBeGreaterThan(sum(fitMenu(many(7), brand)));
  });

  test('needs more space for a dropdown, long labels and wide letters', () => {
    const [plain] = fitMenu(many(7), brand).slice(-1);
    expect(
      fitMenu(
        many(7).map((item) => ({ ...item, opens: true })),
        brand,
      ).at(-1) ?? 100,
    ).toBeGreaterThan(plain ?? 0);
    expect(fitMenu(items(...Array.from({ length: 7 }, () => '日本語日本語')), brand).at(-1)).not.toBe(60);
    expect(fitMenu(items('x'.repeat(200)), brand)).toEqual([60]);
  });

  test('accepts an empty menu', () => {
    expect(fitMenu([], brand)).toEqual([]);
  });
});
