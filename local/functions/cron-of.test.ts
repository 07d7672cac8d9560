import { expect, it } from 'vitest';
import { cronOf } from './endpoints.ts';

it.each([
  ['* * * * *', '* * * * *'],
  ['*/5 0 1,15 * MON', '*/5 0 1,15 * mon'],
  ['every 1 minutes', '*/1 * * * *'],
  ['every 5 mins', '*/5 * * * *'],
  ['every 12 hours', '0 */12 * * *'],
  ['every day 03:00', '0 3 * * *'],
  ['Every day 23:59', '59 23 * * *'],
  ['every 7 minutes', null],
  ['every 5 hours', null],
  ['every monday 09:00', null],
  ['first sunday of march 10:00', null],
])('converts %s to %s', (schedule, cron) => {
  expect(cronOf(schedule)).toBe(cron);
});
