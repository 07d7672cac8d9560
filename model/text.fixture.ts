import fc from 'fast-check';

/** Any code point of Unicode except surrogates. (fast-check's unit `binary` first lists all of them, which takes half a second.) */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point));
