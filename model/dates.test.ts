import { expect, test } from 'vitest';
import { formatDate } from './dates.ts';

const platform = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

test.each([
  ...Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-09T23:59:59.999Z`),
  '2024-02-29T00:00:00.000Z',
  '2026-12-31T23:30:00-02:00',
  '1999-01-01T00:00:00+01:00',
])('formats %s like the platform', (iso) => expect(formatDate(iso)).toBe(platform.format(new Date(iso))));
