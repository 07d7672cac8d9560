import { describe, expect, it } from 'vitest';
import { lookEvery, othersHere, type Present } from './presence.ts';

const person = (uid: string, seenAt: number, isHere = true): Present => ({ uid, name: uid, isHere, seenAt });

describe('who else has a document open', () => {
  it.each<[string, Present[], string[]]>([
    ['nobody', [person('me', 0)], []],
    ['somebody', [person('me', 60_000), person('ada', 0)], ['ada']],
    ['somebody whose word is older than two heartbeats', [person('me', 120_000), person('ada', 0)], []],
    ['somebody who left', [person('me', 0), person('ada', 0, false)], []],
    ['nobody can be told before my own word arrived', [person('ada', 0)], []],
  ])('%s', (_name, present, expected) => {
    expect(othersHere(present, 'me').map(({ uid }) => uid)).toEqual(expected);
  });

  it('is looked after more often the more there is to miss', () => {
    expect([0, 1, 5].map(lookEvery)).toEqual([9_000, 1_500, 1_500]);
  });
});
