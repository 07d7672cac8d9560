import {
  choice,
  choices,
  date,
  groups,
  link,
  links,
  number,
  option,
  tags,
  text,
  time,
  toggle,
} from '@frontage/model/kinds/field';
import { describe, expect, it } from 'vitest';
import { fieldText } from './field-text.ts';
import { timeText } from './publish/local-time.ts';

const sizes = { s: 'Small', l: 'Large' };
const moment = '2026-11-29T08:30:00.000Z';

it.each([
  ['choices', choices(sizes, { label: 'Sizes' }), ['s', 'l'], 'Small, Large'],
  ['choices without an entry', choices(sizes, { label: 'Sizes' }), [], undefined],
  ['an unknown choice', choices(sizes, { label: 'Sizes' }), ['xl'], 'xl'],
  ['tags', tags({ label: 'Tags' }), ['News', 'Über uns'], 'News, Über uns'],
  ['an option', option(['plain'], { label: 'Look', usual: 'plain' }), 'plain', 'plain'],
  ['a date', date({ label: 'Day' }), '2026-11-29', 'November 29, 2026'],
  ['a time', time({ label: 'Start' }), moment, timeText(moment)],
  ['an invalid time', time({ label: 'Start' }), 'soon', undefined],
  ['a number', number({ label: 'Stars' }), 4.5, undefined],
  ['a text', text({ label: 'Text', max: 9 }), 'News', undefined],
])('the text of %s', (...[, field, value, expected]) => {
  expect(fieldText(field, value)).toBe(expected);
});

describe('links and rows', () => {
  const row = {
    label: text({ label: 'Label', max: 9 }),
    unit: choice({ euro: '€' }, { label: 'Unit' }),
    source: link({ label: 'Source', to: ['page'] }),
    is_large: toggle({ label: 'Large' }),
  };
  const titleOf = (name: string) => ({ 'page:a': 'Ada', 'page:b': 'Babbage' })[name] ?? name;

  it.each([
    ['a link', link({ label: 'Author', to: ['page'] }), 'page:a', 'Ada'],
    [
      'links',
      links({ label: 'Related', to: ['page'], max: 3 }),
      ['page:b', 'page:x', 'page:a'],
      'Babbage\npage:x\nAda',
    ],
    ['no link', links({ label: 'Related', to: ['page'], max: 3 }), [], undefined],
    ['a choice', row.unit, 'euro', '€'],
    [
      'rows',
      groups({ label: 'Figures', max: 3, one: 'figure', row }),
      [
        { label: 'Growth', unit: 'euro', source: 'page:b', is_large: true },
        { label: '', unit: 'euro', source: null, is_large: false },
      ],
      '1.\nLabel: Growth\nUnit: €\nSource: Babbage\nLarge: On\n\n2.\nUnit: €\nLarge: Off',
    ],
  ])('are shown as words: %s', (...[, field, value, words]) => {
    expect(fieldText(field, value, titleOf)).toBe(words);
  });
});
