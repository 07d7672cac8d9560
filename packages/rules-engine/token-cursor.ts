import type { Problem } from './issue.ts';
import type { Token, TokenKind, Tokens } from './tokenize.ts';

/**
 * Reads tokens in order. The first error is stored and moves the cursor to the end, so that every loop of the parser
 * ends without an exception.
 */
export interface TokenCursor {
  peek(): Token;
  /** Whether the next token is this mark or word. */
  isAt(text: string): boolean;
  next(): Token;
  /** Consumes the token if it is this mark or word. */
  accept(text: string): boolean;
  expect(text: string, after: string): Token;
  expectKind(kind: TokenKind, description: string): Token;
  /** The end offset of the last consumed token. */
  end(): number;
  fail(message: string, offset?: number): void;
  problem(): Problem | null;
}

export function tokenCursor({ tokens, problem: lexical }: Tokens): TokenCursor {
  const last = tokens.length - 1;
  const endToken: Token = tokens[last] ?? { kind: 'end', text: '', value: '', start: 0, end: 0 };
  let at = 0;
  let problem: Problem | null = null;

  const peek = (): Token => tokens[at] ?? endToken;
  const isAt = (text: string): boolean => {
    const token = peek();
    return token.text === text && (token.kind === 'mark' || token.kind === 'name');
  };
  const next = (): Token => {
    const token = peek();
    if (at < last) at++;
    return token;
  };
  const fail = (message: string, offset?: number): void => {
    const token = peek();
    // If the tokens end early, the error of the tokenizer is the cause.
    problem ??= token.kind === 'end' && lexical !== null ? lexical : { offset: offset ?? token.start, message };
    at = last;
  };
  const found = (): string => (peek().kind === 'end' ? 'the end of the file' : `"${peek().text}"`);

  return {
    peek,
    isAt,
    next,
    fail,
    accept: (text) => {
      if (!isAt(text)) return false;
      next();
      return true;
    },
    expect: (text, after) => {
      if (!isAt(text)) {
        fail(`Expected "${text}" ${after}, found ${found()}`);
        return endToken;
      }
      return next();
    },
    expectKind: (kind, description) => {
      if (peek().kind !== kind) {
        fail(`Expected ${description}, found ${found()}`);
        return endToken;
      }
      return next();
    },
    end: () => tokens[at - 1]?.end ?? 0,
    problem: () => problem ?? lexical,
  };
}
