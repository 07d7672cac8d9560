import { toLocalTime } from '../../editing/publish/local-time.ts';

// Months have the form `2026-11`, days `2026-11-26`, both in the browser's time zone.

const partsOf = (month: string): [number, number] => [Number(month.slice(0, 4)), Number(month.slice(5)) - 1];

const monthOf = (date: Date): string => toLocalTime(date.toISOString()).slice(0, 7);

export const dayOf = (iso: string): string => toLocalTime(iso).slice(0, 10);

/** The current day. */
export const currentDay = (): string => dayOf(new Date().toISOString());

/** A month from the address; the current one for anything else. */
export const readMonth = (text: string, now = new Date()): string =>
  /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : monthOf(now);

/** The month that is `by` months later. */
export function addMonths(month: string, by: number): string {
  const [year, index] = partsOf(month);
  return monthOf(new Date(year, index + by, 1));
}

/** The first moment of a month, and the first one after it. */
export function monthRange(month: string): { start: Date; end: Date } {
  const [year, index] = partsOf(month);
  return { start: new Date(year, index, 1), end: new Date(year, index + 1, 1) };
}

/** A day for display: 'Thursday, November 26, 2026'. */
export const dayText = (day: string): string => new Date(`${day}T00:00`).toLocaleDateString([], { dateStyle: 'full' });

/** The weeks of a month, seven days each; null for days of other months. Sunday is 0. */
export function weeksOf(month: string, firstDay: number): (string | null)[][] {
  const [year, index] = partsOf(month);
  const before = (new Date(year, index, 1).getDay() - firstDay + 7) % 7;
  const count = new Date(year, index + 1, 0).getDate();
  return Array.from({ length: Math.ceil((before + count) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const day = week * 7 + weekday - before + 1;
      return day < 1 || day > count ? null : `${month}-${String(day).padStart(2, '0')}`;
    }),
  );
}

/** The first day of weeks in the browser's language; Monday if the browser does not know it. */
export function firstDayOfWeek(): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(navigator.language);
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7;
}
