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
export const tokenize = (source: string): Tokens => new Tokenizer(source).run();

/** Reads one source from start to end, or until the first problem. */
class Tokenizer {
  readonly #source: string;
  readonly #tokens: Token[] = [];
  readonly #brackets: ('group' | 'path')[] = [];
  #at = 0;
  #problem: Problem | null = null;

  constructor(source: string) {
    this.#source = source;
  }

  run(): Tokens {
    for (;;) {
      for (let space = this.#read(SPACE); space !== null; space = this.#read(SPACE)) this.#at += space[0].length;
      if (this.#at >= this.#source.length || !this.#readToken()) break;
    }
    this.#tokens.push({ kind: 'end', text: '', value: '', start: this.#at, end: this.#at });
    return { tokens: this.#tokens, problem: this.#problem };
  }

  #read(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#source);
  }

  #fail(message: string): false {
    this.#problem ??= { offset: this.#at, message };
    return false;
  }

  #push(kind: TokenKind, end: number, value?: Token['value']): true {
    const text = this.#source.slice(this.#at, end);
    this.#tokens.push({ kind, text, value: value ?? text, start: this.#at, end });
    this.#at = end;
    return true;
  }

  #readNumber(found: RegExpExecArray): boolean {
    const end = this.#at + found[0].length;
    if (/[A-Za-z0-9_]/.test(this.#source.charAt(end)))
      return this.#fail(`"${found[0] + this.#source.charAt(end)}…" is not a number`);
    if (!found[0].includes('.')) return this.#push('int', end, BigInt(found[0]));
    const value = Number(found[0]);
    return Number.isFinite(value)
      ? this.#push('float', end, value)
      : this.#fail(`${found[0]} does not fit a 64-bit float`);
  }

  #readString(prefix: 0 | 1): boolean {
    const quoted = readQuoted(this.#source, this.#at + prefix, prefix === 1);
    if ('message' in quoted) {
      this.#at = quoted.offset;
      return this.#fail(quoted.message);
    }
    return this.#push(prefix === 1 ? 'bytes' : 'string', quoted.end, quoted.value);
  }

  /** Reads `/text` and `/$(` as long as they follow each other; the content of `$(` is left to the main loop. */
  #readPath(): boolean {
    while (this.#source.charAt(this.#at) === '/') {
      this.#push('mark', this.#at + 1);
      if (this.#source.startsWith('$(', this.#at)) {
        this.#brackets.push('path');
        return this.#push('mark', this.#at + 2);
      }
      const text = this.#read(PATH_TEXT);
      if (text === null) return this.#fail('Expected a path segment: text or $(expression)');
      this.#push('segment', this.#at + text[0].length);
    }
    return true;
  }

  #readPattern(): boolean {
    while (this.#source.charAt(this.#at) === '/') {
      this.#push('mark', this.#at + 1);
      const wildcard = this.#read(PATTERN_WILDCARD);
      const text = wildcard ?? this.#read(PATTERN_TEXT);
      if (text === null) return this.#fail('Expected a path segment: text, {name} or {name=**}');
      this.#push('segment', this.#at + text[0].length);
    }
    return true;
  }

  #isOperandStart(): boolean {
    const last = this.#tokens.at(-1);
    if (last === undefined) return true;
    if (ENDS_OPERAND.has(last.kind)) return false;
    if (last.kind === 'name') return KEYWORDS_BEFORE_PATH.has(last.text) && this.#tokens.at(-2)?.text !== '.';
    return last.text !== ')' && last.text !== ']' && last.text !== '}';
  }

  #isPatternStart(): boolean {
    return this.#tokens.at(-1)?.text === 'match' && this.#tokens.at(-2)?.text !== '.';
  }

  #readMark(): boolean {
    const found = this.#read(MARK);
    if (found === null)
      return this.#fail(`Unexpected character "${String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0)}"`);
    const mark = found[0];
    if (mark === '/' && this.#isPatternStart()) return this.#readPattern();
    if (mark === '/' && this.#isOperandStart()) return this.#readPath();
    if (mark === '/' && PATH_BEGINS.test(this.#source.slice(this.#at + 1, this.#at + 3))) {
      return this.#fail('A path begins with this slash: write a space after a slash that divides');
    }
    if (this.#source.startsWith('--', this.#at) || this.#source.startsWith('++', this.#at)) {
      return this.#fail(`"${mark}${mark}" is not an operator: write a space or parentheses between the two`);
    }
    if (mark === '$(') return this.#fail('$( belongs inside a path');
    if (mark === '(') this.#brackets.push('group');
    this.#push('mark', this.#at + mark.length);
    return mark === ')' && this.#brackets.pop() === 'path' ? this.#readPath() : true;
  }

  #readToken(): boolean {
    const char = this.#source.charAt(this.#at);
    const next = this.#source.charAt(this.#at + 1);
    if (char === '"' || char === "'") return this.#readString(0);
    if ((char === 'b' || char === 'B') && (next === '"' || next === "'")) return this.#readString(1);
    const name = this.#read(NAME);
    if (name !== null) return this.#push('name', this.#at + name[0].length);
    const number = this.#read(NUMBER) ?? (this.#isOperandStart() ? this.#read(FRACTION) : null);
    if (number !== null) return this.#readNumber(number);
    if (this.#source.startsWith('/*', this.#at)) return this.#fail('This comment has no end');
    return this.#readMark();
  }
}
