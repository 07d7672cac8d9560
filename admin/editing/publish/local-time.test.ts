import { afterEach, expect, it, vi } from 'vitest';
import {
  clockText,
  enteredTime,
  enterTime,
  fromLocalTime,
  momentsAt,
  offsetText,
  timeText,
  timeZoneText,
  toLocalTime,
} from './local-time.ts';

afterEach(() => vi.unstubAllEnvs());

it('converts a moment to an input value and back', () => {
  const iso = '2026-05-03T07:00:00.000Z';
  expect(toLocalTime(iso)).toMatch(/^2026-05-0[2-4]T\d\d:[0-5]\d$/);
  expect(fromLocalTime(toLocalTime(iso))?.toISOString()).toBe(iso);
});

it.each(['', 'soon', '2026-13-01T00:00'])('rejects %j', (entry) => {
  expect(fromLocalTime(entry)).toBeNull();
  expect(momentsAt(entry)).toEqual([]);
});

it('omits seconds', () => {
  expect(fromLocalTime('2026-05-03T07:00:59')?.getSeconds()).toBe(0);
});

it('names the time zone', () => {
  expect(timeZoneText()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});

const isoOf = (moments: readonly Date[]) => moments.map((at) => at.toISOString());

it.each<[string, string, string[]]>([
  ['Europe/Berlin', '2026-10-25T02:30', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
  ['Europe/Berlin', '2026-10-25T01:59', ['2026-10-24T23:59:00.000Z']],
  ['Europe/Berlin', '2026-10-25T03:00', ['2026-10-25T02:00:00.000Z']],
  ['Europe/Berlin', '2026-03-29T02:30', []],
  ['America/New_York', '2026-11-01T01:30', ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']],
  ['America/New_York', '2026-03-08T02:30', []],
  ['Australia/Lord_Howe', '2026-04-05T01:45', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
  ['Australia/Lord_Howe', '2026-10-04T02:15', []],
  ['America/Sao_Paulo', '2018-11-04T00:30', []],
  ['America/Sao_Paulo', '2019-02-16T23:30', ['2019-02-17T01:30:00.000Z', '2019-02-17T02:30:00.000Z']],
  ['Asia/Kathmandu', '2026-03-29T02:30', ['2026-03-28T20:45:00.000Z']],
  ['UTC', '2026-10-25T02:30', ['2026-10-25T02:30:00.000Z']],
])('finds the moments at which clocks in %s show %s', (zone, entry, moments) => {
  vi.stubEnv('TZ', zone);
  expect(isoOf(momentsAt(entry))).toEqual(moments);
});

it.each([
  ['Europe/Berlin', '2026-03-28T22:00Z', '2026-10-24T22:00Z'],
  ['America/New_York', '2026-03-08T04:00Z', '2026-11-01T03:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T12:00Z', '2026-04-04T12:00Z'],
  ['America/Sao_Paulo', '2018-11-04T00:00Z', '2019-02-16T23:00Z'],
  ['Asia/Kathmandu', '2026-03-28T22:00Z', '2026-10-24T22:00Z'],
  ['UTC', '2026-03-28T22:00Z', '2026-10-24T22:00Z'],
])('keeps every minute around a change of clocks in %s', (zone, ...starts) => {
  vi.stubEnv('TZ', zone);
  for (const start of starts)
    for (let minute = 0; minute < 8 * 60; minute++) {
      const iso = new Date(Date.parse(start) + minute * 60_000).toISOString();
      const stored = enteredTime(iso);
      expect(stored.at?.toISOString()).toBe(iso);
      // Entering the same time again keeps the moment, too.
      expect(enterTime(stored.entry, stored).at?.toISOString()).toBe(iso);
      expect(isoOf(momentsAt(stored.entry))).toContain(iso);
    }
});

it('states the offset at the shown date', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(timeZoneText(new Date('2026-07-01T12:00Z'))).toBe('Europe/Berlin (GMT+2)');
  expect(timeZoneText(new Date('2026-12-01T12:00Z'))).toBe('Europe/Berlin (GMT+1)');
  vi.stubEnv('TZ', 'Asia/Kathmandu');
  expect(offsetText(new Date('2026-07-01T12:00Z'))).toBe('GMT+5:45');
});

it('states the offset of a time that clocks show twice', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(timeText('2026-10-25T00:30:00.000Z')).toMatch(/GMT\+2$/);
  expect(timeText('2026-10-25T01:30:00.000Z')).toMatch(/GMT\+1$/);
  expect(clockText(new Date('2026-10-25T01:30:00.000Z'))).toMatch(/GMT\+1$/);
  expect(timeText('2026-10-25T04:30:00.000Z')).not.toMatch(/GMT/);
});

it('reads a skipped time as the later one that clocks show', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(enterTime('2026-03-29T02:30', enteredTime(null)).at?.toISOString()).toBe('2026-03-29T01:30:00.000Z');
});
