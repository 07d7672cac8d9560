/** Formats a number with its noun: '1 page', '2,000 pages'. `several` is the plural, by default the noun plus "s". */
export const counted = (many: number, one: string, several = `${one}s`): string =>
  `${many.toLocaleString('en')} ${many === 1 ? one : several}`;

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Formats an ISO timestamp as 'November 20, 2026', in UTC so that all builds are equal. */
export function formatDate(iso: string): string {
  // Intl.DateTimeFormat would take a tenth of a page's rendering time, and every page shows a date.
  const date = new Date(iso);
  return `${String(months[date.getUTCMonth()])} ${String(date.getUTCDate())}, ${String(date.getUTCFullYear())}`;
}

/** The calendar date of an ISO timestamp in UTC, such as '2026-11-20'. */
export function isoDate(iso: string): string {
  return iso.slice(0, 10);
}
