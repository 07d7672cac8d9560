import { RulesError } from '../values.ts';
import type { LibraryTable } from './signature.ts';
import { takes } from './signature.ts';

const upperOf = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
const lowerOf = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * Methods of strings. Regular expressions are RE2, and `matches` requires the whole string to match. As in Google's
 * runtime, a character is a UTF-16 unit, and only ASCII letters change case.
 */
export const STRING_METHODS: LibraryTable = {
  lower: takes(['string'], ([self]) => lowerOf(self)),
  matches: takes(['string', 'string'], ([self, source], tools) => {
    const pattern = tools.pattern(source);
    return pattern instanceof RulesError ? pattern : pattern.matches(self);
  }),
  replace: takes(['string', 'string', 'string'], ([self, source, substitute], tools) => {
    const pattern = tools.pattern(source);
    if (pattern instanceof RulesError) return pattern;
    // It is not documented whether group references expand, so a substitute that could contain one is refused.
    if (/[$\\]/.test(substitute)) return new RulesError('replace: "$" and "\\" are not supported in the substitute');
    return pattern.matcher(self).replaceAll(substitute);
  }),
  size: takes(['string'], ([self]) => BigInt(self.length)),
  split: takes(['string', 'string'], ([self, source], tools) => {
    const pattern = tools.pattern(source);
    return pattern instanceof RulesError ? pattern : pattern.split(self);
  }),
  toUtf8: takes(['string'], ([self]) => new TextEncoder().encode(self)),
  trim: takes(['string'], ([self]) => self.trim()),
  upper: takes(['string'], ([self]) => upperOf(self)),
};

/** Methods of bytes: base64url with padding, hexadecimal in capitals. */
export const BYTES_METHODS: LibraryTable = {
  size: takes(['bytes'], ([self]) => BigInt(self.length)),
  toBase64: takes(['bytes'], ([self]) =>
    Buffer.from(self).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  ),
  toHexString: takes(['bytes'], ([self]) => Buffer.from(self).toString('hex').toUpperCase()),
};
