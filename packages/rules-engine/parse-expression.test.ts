import { describe, expect, test } from 'vitest';
import { parseExpression } from './parse-expression.ts';
import { printExpression } from './print-expression.ts';
import { tokenCursor } from './token-cursor.ts';
import { tokenize } from './tokenize.ts';

function read(source: string) {
  const cursor = tokenCursor(tokenize(source));
  const expression = parseExpression(cursor);
  if (cursor.problem() === null && cursor.peek().kind !== 'end')
    cursor.fail(`Something follows: ${cursor.peek().text}`);
  return { expression, problem: cursor.problem() };
}

describe('parseExpression, checked by printing with the fewest parentheses', () => {
  test.each([
    ['a || b && c', 'a || b && c'],
    ['(a || b) && c', '(a || b) && c'],
    ['(a && b) || c', 'a && b || c'],
    ['a || (b || c)', 'a || (b || c)'],
    ['(a || b) || c', 'a || b || c'],
    ['!(a && b)', '!(a && b)'],
    ['!a.b', '!a.b'],
    ['(!a).b', '(!a).b'],
    ['!(!a)', '!!a'],
    ['(1).a', '(1).a'],
    ['-(-1)', '-(-1)'],
    ['-(!a)', '-(!a)'],
    ['2 - - 1', '2 - -1'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['1 - (2 - 3)', '1 - (2 - 3)'],
    ['(1 - 2) - 3', '1 - 2 - 3'],
    ['(1 + 2) * 3', '(1 + 2) * 3'],
    ['1 + (2 * 3)', '1 + 2 * 3'],
    ['a == (b < c)', 'a == b < c'],
    ['(a == b) < c', '(a == b) < c'],
    ['a in b == c', 'a in b == c'],
    ['a in (b == c)', 'a in (b == c)'],
    ['a is int && b', 'a is int && b'],
    ['(a && b) is bool', '(a && b) is bool'],
    ['a + 1 is int', 'a + 1 is int'],
    ['a ? b : c ? d : e', 'a ? b : c ? d : e'],
    ['(a ? b : c) ? d : e', '(a ? b : c) ? d : e'],
    ['a ? (b ? c : d) : e', 'a ? b ? c : d : e'],
    ['(a ? b : c) || d', '(a ? b : c) || d'],
    ['a || b ? c : d', 'a || b ? c : d'],
    ['a.b[1][2:3].c(d, e)', 'a.b[1][2:3].c(d, e)'],
    ['(a + b)[0]', '(a + b)[0]'],
    ['a[b ? c : d]', 'a[b ? c : d]'],
    ['a[b ? 1 : 2:3]', 'a[b ? 1 : 2:3]'],
    ['[a, [b], {}]', '[a, [b], {}]'],
    [`{"a": 1, 'b': {'c': d}}`, `{'a': 1, 'b': {'c': d}}`],
    ['(/a/$(b)).bind({})', '(/a/$(b)).bind({})'],
    ['(/a/b) / 2', '/a/b / 2'],
    ['!/a', '!/a'],
    [`f(/a/$(g('x')), 1)`, `f(/a/$(g('x')), 1)`],
    [`'it\\'s' + "\\n"`, `'it\\'s' + '\\n'`],
    [`b'\\x00a'`, `b'\\x00a'`],
    ['1.0 + 1000000000000000000000.0 + .00000012', '1.0 + 1000000000000000000000.0 + 0.00000012'],
    ['[1, 2,] + {"a": 1,} + f(1,)', "[1, 2] + {'a': 1} + f(1)"],
    ['null == true', 'null == true'],
    ['duration.value(1, "s")', `duration.value(1, 's')`],
  ])('parses %s', (source, expected) => {
    const { expression, problem } = read(source);
    expect(problem).toBeNull();
    expect(printExpression(expression)).toBe(expected);
    expect(printExpression(read(expected).expression)).toBe(expected);
  });
});

describe('positions of expressions', () => {
  test.each([
    ['a.b.c', 0, 5],
    [' (a || b) ', 1, 9],
    ['!(a)', 0, 4],
    ['(a)[1]', 0, 6],
  ])('returns the span of %s', (source, start, end) => {
    expect(read(source).expression).toMatchObject({ start, end });
  });
});

describe('problems of parseExpression', () => {
  test.each([
    ['', 'found the end of the file'],
    ['a &&', 'found the end of the file'],
    ['a b', 'Something follows: b'],
    ['a == == b', 'found "=="'],
    ['(a', 'Expected ")" after the expression'],
    ['[a b]', 'Expected "," between the items'],
    ['[a,', 'Expected "]"'],
    ['[a,,]', 'Expected an expression, found ","'],
    ['[,]', 'Expected an expression, found ","'],
    ['f(a', 'Expected "," between the items'],
    ['a.1', 'Expected a name after "."'],
    ['a.', 'Expected a name after "."'],
    ['a[1', 'Expected "]" after the index'],
    ['a[1:2', 'Expected "]" after the range'],
    ['a[:2]', 'Expected an expression, found ":"'],
    ['a ? b', 'Expected ":" between the two results'],
    ['{a: 1}', 'Expected a quoted key'],
    [`{'a' 1}`, 'Expected ":" after the key'],
    [`{'a': 1, 'a': 2}`, 'occurs twice'],
    ['a is', 'Expected a type after "is"'],
    ['a is 1', 'Expected a type after "is"'],
    ['if', 'the keyword "if"'],
    ['9223372036854775808', 'does not fit 64 bits'],
    ['-9223372036854775809', 'does not fit 64 bits'],
    ['/a/', 'Expected a path segment'],
    ['/a$(b)', '$( belongs inside a path'],
    ['a = b', 'Something follows: ='],
    ['1e3', 'is not a number'],
    ['25e-2', 'is not a number'],
    ['007', 'is not a number'],
    ['5.a', 'is not a number'],
    ['--3', '"--" is not an operator'],
    ['1--1', '"--" is not an operator'],
    ['1++1', '"++" is not an operator'],
    ['- -3', 'found "-"'],
    ['-!a', 'found "!"'],
    ['4/2', 'write a space after a slash that divides'],
    ['a /b', 'write a space after a slash that divides'],
    ['4/(2)', 'write a space after a slash that divides'],
    [`${'('.repeat(99)}a${')'.repeat(99)}`, 'nested too deeply'],
    [`${'a || '.repeat(99)}a`, 'nested too deeply'],
    [`${'!('.repeat(50)}a${')'.repeat(50)}`, 'nested too deeply'],
    [`${'['.repeat(99)}a${']'.repeat(99)}`, 'nested too deeply'],
    [`${'!'.repeat(5000)}a`, 'nested too deeply'],
    [`a${' + a'.repeat(5000)}`, 'nested too deeply'],
    [`a${'.a'.repeat(5000)}`, 'nested too deeply'],
  ])('refuses %.40s', (source, message) => {
    expect(read(source).problem?.message).toContain(message);
  });

  test.each([
    ['parentheses', `${'('.repeat(98)}a${')'.repeat(98)}`],
    ['operands of a chain', `${'a || '.repeat(98)}a`],
    ['negations in parentheses', `${'!('.repeat(49)}a${')'.repeat(49)}`],
    ['lists', `${'['.repeat(98)}a${']'.repeat(98)}`],
    ['ternaries', `${'a ? b : '.repeat(98)}a`],
  ])('accepts 99 levels of %s', (_, source) => {
    expect(read(source).problem).toBeNull();
  });

  test('counts no level for members and methods of a value', () => {
    expect(read(`a${'.b'.repeat(150)}${'.c()'.repeat(150)}`).problem).toBeNull();
  });
});
