import { expect, test } from 'vitest';
import { excerpt } from './excerpt.ts';

test.each([
  ['short', 10, 'short'],
  ['exactly so', 10, 'exactly so'],
  ['one more here', 8, 'one more…'],
  ['one more here', 9, 'one more…'],
  ['🙂🙂🙂', 3, '🙂🙂🙂'],
  ['🙂🙂🙂🙂', 3, '🙂🙂🙂…'],
  ['ab🙂🙂', 3, 'ab🙂…'],
  ['abc🙂🙂', 3, 'abc…'],
])('excerpt of %j with %d characters is %j', (text, length, expected) => expect(excerpt(text, length)).toBe(expected));
