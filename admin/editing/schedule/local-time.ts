const two = (number: number): string => String(number).padStart(2, '0');

/** A moment as the value of `<input type="datetime-local">`, in the browser's time zone, to the minute. */
export function toLocalTime(iso: string): string {
  const at = new Date(iso);
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The time of a `datetime-local` value without seconds; null for an invalid value. */
export function fromLocalTime(entry: string): Date | null {
  const at = new Date(entry);
  if (entry === '' || Number.isNaN(at.getTime())) return null;
  at.setSeconds(0, 0);
  return at;
}

/** The browser's time zone for display: 'Europe/Berlin (GMT+2)'. */
export function timeZoneText(at: Date): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' }).formatToParts(at);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return offset === undefined ? timeZone : `${timeZone} (${offset})`;
}

/** A moment for display in the browser's time zone. */
export const timeText = (iso: string): string =>
  new Date(iso).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
