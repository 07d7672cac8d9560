import { describe, expect, test } from 'vitest';
import { tokenize } from './tokenize.ts';

const kinds = (source: string): string[] => tokenize(source).tokens.map(({ kind, text }) => `${kind} ${text}`.trim());

describe('tokenize', () => {
  test.each([
    ['names and marks', 'a && !b', ['name a', 'mark &&', 'mark !', 'name b', 'end']],
    ['ints and floats', '.5 1 2.5 0 7.', ['float .5', 'int 1', 'float 2.5', 'int 0', 'float 7.', 'end']],
    ['strings', `'a' "b" b'c'`, [`string 'a'`, `string "b"`, `bytes b'c'`, 'end']],
    ['a name that begins with b', 'b bc', ['name b', 'name bc', 'end']],
    ['comments', 'a // b\nc /* d\n e */ f', ['name a', 'name c', 'name f', 'end']],
    ['a slash after a value divides', 'a / b', ['name a', 'mark /', 'name b', 'end']],
    ['a slash after a parenthesis divides', '(1) / 2', ['mark (', 'int 1', 'mark )', 'mark /', 'int 2', 'end']],
    ['a slash at the beginning opens a path', '/a/b', ['mark /', 'segment a', 'mark /', 'segment b', 'end']],
    [
      'a slash after in opens a path',
      'x in /a',
      ['name x', 'mark in', 'mark /', 'segment a', 'end'].map((one) => (one === 'mark in' ? 'name in' : one)),
    ],
    ['a member named in is a value', 'a.in / b', ['name a', 'mark .', 'name in', 'mark /', 'name b', 'end']],
    ['a path ends at a dot', '(/a).b', ['mark (', 'mark /', 'segment a', 'mark )', 'mark .', 'name b', 'end']],
    [
      'a path and then a division',
      '/a/b / 2',
      ['mark /', 'segment a', 'mark /', 'segment b', 'mark /', 'int 2', 'end'],
    ],
    [
      'the name of a database',
      '/d/(default)/x',
      ['mark /', 'segment d', 'mark /', 'segment (default)', 'mark /', 'segment x', 'end'],
    ],
    [
      'an expression in a path',
      '/a/$(f(1))/b',
      [
        'mark /',
        'segment a',
        'mark /',
        'mark $(',
        'name f',
        'mark (',
        'int 1',
        'mark )',
        'mark )',
        'mark /',
        'segment b',
        'end',
      ],
    ],
    [
      'the pattern of a match',
      'match /a-b/{c}/{d=**} {',
      ['name match', 'mark /', 'segment a-b', 'mark /', 'segment {c}', 'mark /', 'segment {d=**}', 'mark {', 'end'],
    ],
    [
      'a pattern with dots',
      'match /b/my.bucket/o {',
      ['name match', 'mark /', 'segment b', 'mark /', 'segment my.bucket', 'mark /', 'segment o', 'mark {', 'end'],
    ],
  ])('reads %s', (_name, source, expected) => {
    expect(tokenize(source).problem).toBeNull();
    expect(kinds(source)).toEqual(expected);
  });
});

describe('values of tokens', () => {
  test.each([
    [`'a\\'b'`, "a'b"],
    [`"\\\\ \\n \\t \\r \\" \\/"`, '\\ \n \t \r " /'],
    [`'ü😀'`, 'ü😀'],
    ['12', 12n],
    ['9223372036854775807', 9223372036854775807n],
    ['1500.5', 1500.5],
    [`b'a\\x00\\377€'`, Uint8Array.from([97, 0, 255, 0xe2, 0x82, 0xac])],
  ])('decodes %s', (source, value) => {
    expect(tokenize(source).tokens[0]?.value).toEqual(value);
  });
});

describe('problems of tokenize', () => {
  test.each([
    ["'abc", 0, 'has no end'],
    ["'a\nb'", 0, 'has no end'],
    ["'a\\d'", 2, 'Unknown escape "\\d"'],
    ["'\\x41'", 1, 'Unknown escape "\\x"'],
    ["b'\\xF'", 2, 'Unknown escape "\\x"'],
    ["b'\\777'", 2, 'Unknown escape "\\7"'],
    ['a /* b', 2, 'comment has no end'],
    ['a # b', 2, 'Unexpected character "#"'],
    ['a & b', 2, 'Unexpected character "&"'],
    ['0x1F', 0, '"0x…" is not a number'],
    [`1${'0'.repeat(400)}.0`, 0, 'does not fit'],
    ['a $(b)', 2, '$( belongs inside a path'],
    ['match /;', 7, 'Expected a path segment'],
    ['!/', 2, 'Expected a path segment'],
  ])('refuses %s', (source, offset, message) => {
    const { problem } = tokenize(source);
    expect(problem?.message).toContain(message);
    expect(problem?.offset).toBe(offset);
  });
});
