import { describe, expect, it } from 'vitest';
import { presenceInterval, otherEditors, type Present } from './presence.ts';

const person = (uid: string, seenAt: number, isHere = true): Present => ({ uid, name: uid, isHere, seenAt });

describe('the others in a document', () => {
  it.each<[string, Present[], string[]]>([
    ['nobody', [person('me', 0)], []],
    ['somebody', [person('me', 60_000), person('ada', 0)], ['ada']],
    ['exclude a user without a recent heartbeat', [person('me', 120_000), person('ada', 0)], []],
    ['exclude a user that left', [person('me', 0), person('ada', 0, false)], []],
    ['are empty before my own heartbeat', [person('ada', 0)], []],
  ])('%s', (_name, present, expected) => {
    expect(otherEditors(present, 'me').map(({ uid }) => uid)).toEqual(expected);
  });

  it('are polled more often in company than alone', () => {
    expect([0, 1, 5].map(presenceInterval)).toEqual([9_000, 1_500, 1_500]);
  });
});
