import type { Problem } from './issue.ts';

interface Quoted {
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
function readQuoted(source: string, start: number, isBytes: boolean): Quoted | Problem {
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

export type TokenKind = 'name' | 'int' | 'float' | 'string' | 'bytes' | 'mark' | 'segment' | 'end';

/** `value` is the decoded content of a literal, else the text itself. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly value: string | bigint | number | Uint8Array;
  readonly start: number;
  readonly end: number;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  readonly problem: Problem | null;
}

const SPACE = /[\s\u{feff}]+|\/\/[^\n]*|\/\*[^]*?\*\//uy;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
// As in Google's compiler: no exponents and no leading zeros; "5." and ".5" are floats.
const NUMBER = /(?:0|[1-9][0-9]*)(\.[0-9]*)?/y;
const FRACTION = /\.[0-9]+/y;
const MARK = /&&|\|\||==|!=|<=|>=|\$\(|[!<>+\-*%?:;,.()[\]{}=/]/y;
// `(default)` is the name of a database. A dot is not allowed: it would be a member access on the path.
const PATH_TEXT = /\([A-Za-z0-9_-]+\)|[A-Za-z0-9_~@-]+/y;
/** The characters after a slash that Google's compiler always parses as the start of a path. */
const PATH_BEGINS = /^(?:[A-Za-z0-9_~@(-]|\$\()/;
const PATTERN_TEXT = /(?:\([^\s/{}();]*\)|[^\s/{}();$])+/y;
const PATTERN_WILDCARD = /\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*(=\s*\*\*)?\s*\}/y;

/** After a token of these kinds a slash is a division; elsewhere it starts a path. */
const ENDS_OPERAND = new Set<TokenKind>(['int', 'float', 'string', 'bytes', 'segment']);
const KEYWORDS_BEFORE_PATH = new Set(['in', 'is', 'if', 'return']);

/**
 * Splits a rules source into tokens. Paths depend on context: a slash where an operand may start opens a path. Its
 * segments are `segment` tokens (in a match pattern also `{name}` and `{name=**}`), and its `$(` … `)` contain ordinary
 * tokens.
 */
export function tokenize(source: string): Tokens {
  const tokens: Token[] = [];
  const brackets: ('group' | 'path')[] = [];
  let at = 0;
  let problem: Problem | null = null;

  const read = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  const fail = (message: string): false => {
    problem ??= { offset: at, message };
    return false;
  };
  const push = (kind: TokenKind, end: number, value?: Token['value']): true => {
    const text = source.slice(at, end);
    tokens.push({ kind, text, value: value ?? text, start: at, end });
    at = end;
    return true;
  };

  function readNumber(found: RegExpExecArray): boolean {
    const end = at + found[0].length;
    if (/[A-Za-z0-9_]/.test(source.charAt(end))) return fail(`"${found[0] + source.charAt(end)}…" is not a number`);
    if (!found[0].includes('.')) return push('int', end, BigInt(found[0]));
    const value = Number(found[0]);
    return Number.isFinite(value) ? push('float', end, value) : fail(`${found[0]} does not fit a 64-bit float`);
  }

  function readString(prefix: 0 | 1): boolean {
    const quoted = readQuoted(source, at + prefix, prefix === 1);
    if ('message' in quoted) {
      at = quoted.offset;
      return fail(quoted.message);
    }
    return push(prefix === 1 ? 'bytes' : 'string', quoted.end, quoted.value);
  }

  /** Reads `/text` and `/$(` as long as they follow each other; the content of `$(` is left to the main loop. */
  function readPath(): boolean {
    while (source.charAt(at) === '/') {
      push('mark', at + 1);
      if (source.startsWith('$(', at)) {
        brackets.push('path');
        return push('mark', at + 2);
      }
      const text = read(PATH_TEXT);
      if (text === null) return fail('Expected a path segment: text or $(expression)');
      push('segment', at + text[0].length);
    }
    return true;
  }

  function readPattern(): boolean {
    while (source.charAt(at) === '/') {
      push('mark', at + 1);
      const wildcard = read(PATTERN_WILDCARD);
      const text = wildcard ?? read(PATTERN_TEXT);
      if (text === null) return fail('Expected a path segment: text, {name} or {name=**}');
      push('segment', at + text[0].length);
    }
    return true;
  }

  function isOperandStart(): boolean {
    const last = tokens.at(-1);
    if (last === undefined) return true;
    if (ENDS_OPERAND.has(last.kind)) return false;
    if (last.kind === 'name') return KEYWORDS_BEFORE_PATH.has(last.text) && tokens.at(-2)?.text !== '.';
    return last.text !== ')' && last.text !== ']' && last.text !== '}';
  }

  const isPatternStart = (): boolean => tokens.at(-1)?.text === 'match' && tokens.at(-2)?.text !== '.';

  function readMark(): boolean {
    const found = read(MARK);
    if (found === null) return fail(`Unexpected character "${String.fromCodePoint(source.codePointAt(at) ?? 0)}"`);
    const mark = found[0];
    if (mark === '/' && isPatternStart()) return readPattern();
    if (mark === '/' && isOperandStart()) return readPath();
    if (mark === '/' && PATH_BEGINS.test(source.slice(at + 1, at + 3))) {
      return fail('A path begins with this slash: write a space after a slash that divides');
    }
    if (source.startsWith('--', at) || source.startsWith('++', at)) {
      return fail(`"${mark}${mark}" is not an operator: write a space or parentheses between the two`);
    }
    if (mark === '$(') return fail('$( belongs inside a path');
    if (mark === '(') brackets.push('group');
    push('mark', at + mark.length);
    return mark === ')' && brackets.pop() === 'path' ? readPath() : true;
  }

  function readToken(): boolean {
    const char = source.charAt(at);
    const next = source.charAt(at + 1);
    if (char === '"' || char === "'") return readString(0);
    if ((char === 'b' || char === 'B') && (next === '"' || next === "'")) return readString(1);
    const name = read(NAME);
    if (name !== null) return push('name', at + name[0].length);
    const number = read(NUMBER) ?? (isOperandStart() ? read(FRACTION) : null);
    if (number !== null) return readNumber(number);
    if (source.startsWith('/*', at)) return fail('This comment has no end');
    return readMark();
  }

  for (;;) {
    for (let space = read(SPACE); space !== null; space = read(SPACE)) at += space[0].length;
    if (at >= source.length || !readToken()) break;
  }
  tokens.push({ kind: 'end', text: '', value: '', start: at, end: at });
  return { tokens, problem };
}
