import { describe, expect, it } from 'vitest';
import { addMonths, dayOf, monthRange, readMonth, weeksOf } from './calendar.ts';

const now = new Date(2026, 10, 26, 12);

describe('a month of the calendar', () => {
  it.each([
    ['2026-02', '2026-02'],
    ['', '2026-11'],
    ['2026-13', '2026-11'],
    ['2026-1', '2026-11'],
    ['<b>', '2026-11'],
  ])('is read from %j as %s', (text, month) => {
    expect(readMonth(text, now)).toBe(month);
  });

  it.each([
    ['2026-11', 1, '2026-12'],
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-03', -1, '2026-02'],
  ])('%s changes by %d to %s', (month, by, next) => {
    expect(addMonths(month, by)).toBe(next);
  });

  it.each([
    ['2026-11', 1, { weeks: 6, before: 6, days: 30 }],
    ['2026-11', 0, { weeks: 5, before: 0, days: 30 }],
    ['2026-02', 0, { weeks: 4, before: 0, days: 28 }],
    ['2028-02', 1, { weeks: 5, before: 1, days: 29 }],
  ])('%s with weeks from weekday %d is %j', (month, firstDay, expected) => {
    const weeks = weeksOf(month, firstDay);
    const before = weeks.flat().indexOf(`${month}-01`);
    expect({ weeks: weeks.length, before, days: weeks.flat().filter(Boolean).length }).toEqual(expected);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
  });

  it('contains its first and its last moment in local time', () => {
    const { start, end } = monthRange('2026-11');
    expect(dayOf(start.toISOString())).toBe('2026-11-01');
    expect(dayOf(new Date(end.getTime() - 1).toISOString())).toBe('2026-11-30');
  });
});
