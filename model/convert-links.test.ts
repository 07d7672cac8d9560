import { expect, it } from 'vitest';
import { convertLinks, type FindDocument } from './convert-links.ts';

const paths: Record<string, string> = {
  '/page/about': 'page:p1',
  '/about': 'page:p1',
  '/demo/ada': 'demo:d 1',
};
const find: FindDocument = (path) => {
  const [kind, id] = paths[path]?.split(':') ?? [];
  return id === undefined ? null : { kind: kind === 'page' ? 'page' : 'demo', id };
};

it.each<[string, string, number, string[]]>([
  ['[Us](/page/about) and [us](/about)', '[Us](page:p1) and [us](page:p1)', 2, []],
  ['[Ada](/demo/ada "Try")', '[Ada](demo:d%201 "Try")', 1, []],
  ['[Team](/about#our-team) [slash](/page/about/)', '[Team](page:p1#our-team) [slash](page:p1)', 2, []],
  ['[Team](</about#our team>)', '[Team](<page:p1#our team>)', 1, []],
  ['[a](/about?x=1)', '[a](/about?x=1)', 0, ['/about?x=1']],
  [
    '[a](/gone) [b](/page/gone#x) [c](/about)',
    '[a](/gone) [b](/page/gone#x) [c](page:p1)',
    1,
    ['/gone', '/page/gone#x'],
  ],
  ['[home](/) [part](/#x) [all](/demos) [file](/a.pdf) [out](https://a.example/about)', '', 0, []],
  ['[Us][u]\n\n[u]: /about', '[Us][u]\n\n[u]: page:p1', 1, []],
  ['`[Us](/about)` and [Us](/about)', '`[Us](/about)` and [Us](page:p1)', 1, []],
  ['```\n[Us](/about)\n```\n\n[Us](/about)', '```\n[Us](/about)\n```\n\n[Us](page:p1)', 1, []],
  ['![Us](/about) [![x](/about)](/about)', '![Us](/about) [![x](/about)](page:p1)', 1, []],
  ['\\[Us](/about)', '', 0, []],
  ['No link', '', 0, []],
])('converts %j', (...[text, expected, converted, unknown]) => {
  const result = convertLinks(text, find);
  expect(result).toEqual({ text: expected || text, converted, unknown });
  expect(convertLinks(result.text, find)).toEqual({ text: result.text, converted: 0, unknown });
});

it('converts thousands of links beside code in one parse', () => {
  const many = 5_000;
  const source = '`[a](/about)` [b](/about) ![c](/about)\n\n'.repeat(many);
  expect(convertLinks(`${source}[d]: /about`, find)).toEqual({
    text: `${source.replaceAll('[b](/about)', '[b](page:p1)')}[d]: page:p1`,
    converted: many,
    unknown: [],
  });
});
