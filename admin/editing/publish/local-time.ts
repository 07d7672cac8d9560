// Values of `<input type="datetime-local">` are wall-clock times in the browser's time zone. When the clocks change, one
// of them may be two moments, or none.

const two = (number: number): string => String(number).padStart(2, '0');

/** A moment as the value of `<input type="datetime-local">`, in the browser's time zone, to the minute. */
export function toLocalTime(iso: string): string {
  const at = new Date(iso);
  const day = [String(at.getFullYear()).padStart(4, '0'), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The time of a `datetime-local` value without seconds; the first of two, null for an invalid value. */
export function fromLocalTime(entry: string): Date | null {
  const at = new Date(entry);
  if (entry === '' || Number.isNaN(at.getTime())) return null;
  at.setSeconds(0, 0);
  return at;
}

const day = 24 * 60 * 60_000;

const minute = 60_000;

/** The moments at which clocks show this time: two after clocks are set back, none if it is skipped. */
export function momentsAt(entry: string): Date[] {
  const first = fromLocalTime(entry);
  if (first === null) return [];
  const shown = toLocalTime(first.toISOString());
  const offsetAt = (time: number): number => new Date(time).getTimezoneOffset() * minute;
  const utc = first.getTime() - offsetAt(first.getTime());
  const times = [-day, 0, day].map((away) => utc + offsetAt(first.getTime() + away));
  const found = [...new Set(times)].filter((time) => toLocalTime(new Date(time).toISOString()) === shown);
  // A skipped time is read as one that clocks show.
  return shown === entry.slice(0, 16) ? found.sort((a, b) => a - b).map((time) => new Date(time)) : [];
}

/** The offset of the browser's time zone at a moment: 'GMT+2', 'GMT+5:45'. */
export function offsetText(at: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The browser's time zone, with its offset at a moment: 'Europe/Berlin', 'Europe/Berlin (GMT+2)'. */
export function timeZoneText(at: Date | null = null): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return at === null ? timeZone : `${timeZone} (${offsetText(at)})`;
}

const isDoubled = (at: Date): boolean => momentsAt(toLocalTime(at.toISOString())).length > 1;

/** A moment for display in the browser's time zone; with its offset if clocks show this time twice. */
export function timeText(iso: string): string {
  const at = new Date(iso);
  const text = at.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  return isDoubled(at) ? `${text} ${offsetText(at)}` : text;
}

/** The time of day of a moment, likewise. */
export function clockText(at: Date): string {
  const text = at.toLocaleTimeString([], { timeStyle: 'short' });
  return isDoubled(at) ? `${text} ${offsetText(at)}` : text;
}

/** An entered time, and the moment that it means; `at` is null if the entry is empty or invalid. */
export interface EnteredTime {
  entry: string;
  at: Date | null;
}

/** The entered time of a stored moment, which it keeps exactly; empty without one. */
export const enteredTime = (iso: string | null): EnteredTime =>
  iso === null ? { entry: '', at: null } : { entry: toLocalTime(iso), at: new Date(iso) };

/** A new entry. It means the moment it meant before if clocks show it then. */
export function enterTime(entry: string, before: EnteredTime): EnteredTime {
  const kept = momentsAt(entry).find((at) => at.getTime() === before.at?.getTime());
  return { entry, at: kept ?? fromLocalTime(entry) };
}
