const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

/** 'at 14:02', with the date on another day; 'meanwhile' for an unknown time. */
export function momentPhrase(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return 'meanwhile';
  if (isSameDay(moment, now)) return `at ${moment.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })}`;
  return `on ${moment.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}`;
}

/** '14:02', with the date on another day. */
export function momentText(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  if (isSameDay(moment, now)) return moment.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
  return moment.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
}
