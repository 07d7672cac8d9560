import { expect, it } from 'vitest';
import { tagsIn, withTags } from './tags-widget.tsx';

it.each([
  ['News, Launch', ['News', 'Launch']],
  ['News\r\nProduct launch\n', ['News', 'Product launch']],
  ['A\tB', ['A', 'B']],
  [' , ', []],
])('the pasted text %j has the tags %j', (pasted, expected) => {
  expect(tagsIn(pasted)).toEqual(expected);
});

it.each([
  [['News'], ['Launch'], ['News', 'Launch'], ['Launch']],
  [['News'], ['news', 'NÉWS'], ['News'], []],
  [[], ['A', 'a', 'B'], ['A', 'B'], ['A', 'B']],
  // The form names tags without an address, so that they stay.
  [['日本'], ['日本', '東京'], ['日本', '東京'], ['東京']],
])('%j with %j is %j', (...[tags, more, all, added]) => {
  expect(withTags(tags, more)).toEqual({ tags: all, added });
});
