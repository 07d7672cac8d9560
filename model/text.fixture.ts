import fc from 'fast-check';

/** Any character: a code point of Unicode that is no surrogate. (fast-check's own unit `binary` lists all of them first, which takes half a second.) */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point));
