/**
 * The unix-cron form of a function's schedule, which is given in this form or in an equivalent English form of Cloud
 * Scheduler ("every 5 minutes", "every day 03:00"). Null for a schedule without a cron form.
 */
export function cronOf(schedule: string): string | null {
  const text = schedule.trim().toLowerCase();
  if (/^[\d*,/-]+ [\d*,/-]+ \S+ \S+ \S+$/.test(text)) return text;
  const [, count, unit] = /^every (\d+) (minute|min|hour)s?$/.exec(text) ?? [];
  const step = Number(count);
  // Steps that do not divide the hour or the day would restart in each one.
  if (unit === 'hour') return step > 0 && 24 % step === 0 ? `0 */${step} * * *` : null;
  if (unit !== undefined) return step > 0 && 60 % step === 0 ? `*/${step} * * * *` : null;
  const [, hour, minute] = /^every day (\d{1,2}):(\d{2})$/.exec(text) ?? [];
  return hour === undefined ? null : `${Number(minute)} ${Number(hour)} * * *`;
}
