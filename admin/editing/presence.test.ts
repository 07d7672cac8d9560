import { describe, expect, it } from 'vitest';
import { presenceInterval, otherEditors, type Present } from './presence.ts';

const presence = (uid: string, seenAt: number, isHere = true): Present => ({ uid, name: uid, isHere, seenAt });

describe('otherEditors', () => {
  it.each<[string, Present[], string[]]>([
    ['are empty for a single user', [presence('me', 0)], []],
    ['contain a user with a recent heartbeat', [presence('me', 60_000), presence('ada', 0)], ['ada']],
    ['exclude a user without a recent heartbeat', [presence('me', 120_000), presence('ada', 0)], []],
    ['exclude a user that left', [presence('me', 0), presence('ada', 0, false)], []],
    ['are empty before my own heartbeat', [presence('ada', 0)], []],
  ])('%s', (_name, present, expected) => {
    expect(otherEditors(present, 'me').map(({ uid }) => uid)).toEqual(expected);
  });

  it('are polled more often while there are any', () => {
    expect([0, 1, 5].map(presenceInterval)).toEqual([9_000, 1_500, 1_500]);
  });
});
