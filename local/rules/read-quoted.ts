import type { Problem } from './issue.ts';

export interface Quoted {
  readonly value: string | Uint8Array;
  readonly end: number;
}

const SIMPLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  '?': '?',
};
const HEX_LENGTH: Readonly<Record<string, number>> = { x: 2, X: 2, u: 4, U: 8 };

/**
 * Reads a quoted literal whose opening quote stands at `start`. Escapes: `\n`-like letters, `\xHH`, `\uHHHH`,
 * `\UHHHHHHHH` and `\OOO`; in bytes the numeric ones are octets, in strings code points. An unknown escape is a problem.
 */
export function readQuoted(source: string, start: number, isBytes: boolean): Quoted | Problem {
  const quote = source.charAt(start);
  const parts: string[] = [];
  const octets: number[] = [];
  const addText = (text: string): void => {
    if (isBytes) octets.push(...new TextEncoder().encode(text));
    else parts.push(text);
  };
  let at = start + 1;
  for (;;) {
    const char = source.charAt(at);
    if (char === '' || char === '\n' || char === '\r') return { offset: start, message: 'This string has no end' };
    if (char === quote) {
      return { value: isBytes ? Uint8Array.from(octets) : parts.join(''), end: at + 1 };
    }
    if (char !== '\\') {
      const text = String.fromCodePoint(source.codePointAt(at) ?? 0);
      addText(text);
      at += text.length;
      continue;
    }
    const escape = readEscape(source, at);
    if (escape === null) return { offset: at, message: `Unknown escape "${source.slice(at, at + 2)}" in a string` };
    if (escape.text !== null) addText(escape.text);
    else if (isBytes && escape.code > 0xff) return { offset: at, message: 'An octet is at most \\xff' };
    else if (isBytes) octets.push(escape.code);
    else parts.push(String.fromCodePoint(escape.code));
    at = escape.end;
  }
}

type Escape = { readonly end: number } & (
  { readonly text: string; readonly code: null } | { readonly text: null; readonly code: number }
);

function readEscape(source: string, at: number): Escape | null {
  const letter = source.charAt(at + 1);
  const simple = SIMPLE[letter];
  if (simple !== undefined) return { text: simple, code: null, end: at + 2 };
  const hexLength = HEX_LENGTH[letter];
  const digits = hexLength === undefined ? source.slice(at + 1, at + 4) : source.slice(at + 2, at + 2 + hexLength);
  const isNumeric =
    hexLength === undefined
      ? /^[0-3][0-7]{2}$/.test(digits)
      : digits.length === hexLength && /^[0-9a-f]+$/i.test(digits);
  if (!isNumeric) return null;
  const code = parseInt(digits, hexLength === undefined ? 8 : 16);
  const isScalar = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isScalar ? { text: null, code, end: at + (hexLength === undefined ? 4 : 2 + hexLength) } : null;
}
