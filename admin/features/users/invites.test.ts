import { expect, it } from 'vitest';
import { openInvites } from './invites.queries.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const invite = (id: string, change: object = {}) => ({
  id,
  data: {
    email: `${id}@example.com`,
    role: 'author',
    expires_at: { toDate: () => new Date('2026-11-25T12:00:00.000Z') },
    used_at: null,
    revoked_at: null,
    ...change,
  },
});

it('lists open invites, the first to expire on top', () => {
  const soon = { toDate: () => new Date('2026-11-21T12:00:00.000Z') };
  const past = { toDate: () => new Date('2026-11-19T12:00:00.000Z') };
  const open = openInvites(
    [
      invite('later'),
      invite('soon', { expires_at: soon }),
      invite('expired', { expires_at: past }),
      invite('used', { used_at: soon }),
      invite('withdrawn', { revoked_at: soon }),
      { id: 'broken', data: {} },
    ],
    now,
  );
  expect(open.map(({ id }) => id)).toEqual(['soon', 'later']);
});
