import { expect, it } from 'vitest';
import { fromLocalTime, timeZoneText, toLocalTime } from './schedules.queries.ts';

it('converts a moment to an input value and back', () => {
  const iso = '2026-05-03T07:00:00.000Z';
  expect(toLocalTime(iso)).toMatch(/^2026-05-0[2-4]T\d\d:[0-5]\d$/);
  expect(fromLocalTime(toLocalTime(iso))?.toISOString()).toBe(iso);
});

it.each(['', 'soon', '2026-13-01T00:00'])('rejects %j', (entry) => {
  expect(fromLocalTime(entry)).toBeNull();
});

it('omits seconds', () => {
  expect(fromLocalTime('2026-05-03T07:00:59')?.getSeconds()).toBe(0);
});

it('names the time zone', () => {
  expect(timeZoneText()).toContain(Intl.DateTimeFormat().resolvedOptions().timeZone);
});
