import fc from 'fast-check';

/**
 * Any Unicode code point except surrogates. fast-check's unit `binary` takes half a second to list all of them first.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point));
