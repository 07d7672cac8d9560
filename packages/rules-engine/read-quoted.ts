import type { Problem } from './issue.ts';

export interface Quoted {
  readonly value: string | Uint8Array;
  readonly end: number;
}

/** Other characters after a backslash are refused, as in Google's compiler: `'\\.'` is the regular expression `\.`. */
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '/': '/',
};
const OCTET = /\\(?:x([0-9A-Fa-f]{2})|([0-3][0-7]{2}))/y;

/** Reads a quoted literal whose opening quote is at `start`. Bytes also support the octets `\xHH` and `\OOO`. */
export function readQuoted(source: string, start: number, isBytes: boolean): Quoted | Problem {
  const quote = source.charAt(start);
  const octets: number[] = [];
  let text = '';
  const flush = (): void => {
    if (isBytes) octets.push(...new TextEncoder().encode(text));
    text = '';
  };
  let at = start + 1;
  for (;;) {
    const char = source.charAt(at);
    if (char === '' || char === '\n' || char === '\r') return { offset: start, message: 'This string has no end' };
    if (char === quote) {
      if (!isBytes) return { value: text, end: at + 1 };
      flush();
      return { value: Uint8Array.from(octets), end: at + 1 };
    }
    const escaped = char === '\\' ? ESCAPES[source.charAt(at + 1)] : char;
    if (escaped !== undefined) {
      text += escaped;
      at += char === '\\' ? 2 : 1;
      continue;
    }
    OCTET.lastIndex = at;
    const octet = isBytes ? OCTET.exec(source) : null;
    if (octet === null) return { offset: at, message: `Unknown escape "${source.slice(at, at + 2)}" in a string` };
    flush();
    octets.push(octet[1] === undefined ? parseInt(octet[2] ?? '', 8) : parseInt(octet[1], 16));
    at += octet[0].length;
  }
}
