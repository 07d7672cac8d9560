// Making one takes longer than rendering a page.
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** 'November 20, 2026': the date of an ISO moment as visitors and staff read it, in UTC so that every build agrees. */
export function formatDate(iso: string): string {
  return longDate.format(new Date(iso));
}

/** '2026-11-20': the calendar date of an ISO moment in UTC. */
export function isoDate(iso: string): string {
  return iso.slice(0, 10);
}
