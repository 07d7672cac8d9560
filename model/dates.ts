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

/** 'November 20, 2026': the date of an ISO moment for visitors and staff, in UTC so that all builds agree. */
export function formatDate(iso: string): string {
  // The platform's formatter takes a tenth of a page's rendering time, and every page shows a date.
  const date = new Date(iso);
  return `${String(months[date.getUTCMonth()])} ${String(date.getUTCDate())}, ${String(date.getUTCFullYear())}`;
}

/** '2026-11-20': the calendar date of an ISO moment in UTC. */
export function isoDate(iso: string): string {
  return iso.slice(0, 10);
}
