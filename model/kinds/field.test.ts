import fc from 'fast-check';
import { expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { tagProblems } from '../messages.ts';
import { choices, date, link, links, number, tags, time } from './field.ts';

const { schema } = date({ label: 'Day' });

it('a date is a day of the calendar', () => {
  const part = (max: number, digits: number) =>
    fc.integer({ min: 0, max }).map((value) => String(value).padStart(digits, '0'));
  fc.assert(
    fc.property(part(9_999, 4), part(14, 2), part(33, 2), (year, month, day) => {
      const typed = `${year}-${month}-${day}`;
      const parsed = new Date(`${typed}T00:00:00Z`);
      const isDay = !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === typed;
      expect(schema.safeParse(typed).success).toBe(isDay);
    }),
    {
      numRuns: 2_000,
      examples: [
        ['2024', '02', '29'],
        ['1900', '02', '29'],
        ['2000', '02', '29'],
      ],
    },
  );
});

it.each([
  ['', null],
  [null, null],
  [undefined, null],
  ['2026-11-29', '2026-11-29'],
])('the date %j is stored as %j', (typed, stored) => {
  expect(schema.parse(typed)).toBe(stored);
});

it.each([' 2026-11-29', '2026-11-29T10:00', '29.11.2026', 5])('refuses the date %j', (typed) => {
  expect(schema.safeParse(typed).success).toBe(false);
});

it('names the field in the message', () => {
  expect(schema.safeParse('2026-02-30').error?.issues[0]?.message).toBe('Day must be a valid date');
});

const list = tags({ label: 'Topics', max: 3 }).schema;

it.each([
  [null, []],
  [undefined, []],
  [
    ['News', ' Über  uns '],
    ['News', 'Über uns'],
  ],
  [
    ['News', 'Launch', 'NÉWS'],
    ['News', 'Launch'],
  ],
])('the tags %j are stored as %j', (...[entered, stored]) => {
  expect(list.safeParse(entered).data).toEqual(stored);
});

it.each([
  [['a', 'b,c'], tagProblems.format],
  [['a\nb'], tagProblems.format],
  [['x'.repeat(limits.tag + 1)], tagProblems.tooLong],
  [['News', '日本'], tagProblems.withoutAddress],
  [[''], tagProblems.withoutAddress],
  [['a', 'b', 'c', 'd'], 'Topics must have at most 3 entries'],
  [[5], 'Topics must be a list of texts'],
])('refuses the tags %j with one message: %s', (...[entered, message]) => {
  expect(list.safeParse(entered).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

it.each([
  ['', null],
  [null, null],
  [undefined, null],
  ['page:a', 'page:a'],
])('the link %j is stored as %j', (typed, stored) => {
  expect(link({ label: 'Author', to: ['page'] }).schema.parse(typed)).toBe(stored);
});

const related = links({ label: 'Related', to: ['page', 'demo'], max: 2 }).schema;

it.each([
  [null, []],
  [undefined, []],
  [
    ['demo:b', 'page:a'],
    ['demo:b', 'page:a'],
  ],
])('the links %j are stored as %j', (...[typed, stored]) => {
  expect(related.parse(typed)).toEqual(stored);
});

it.each([
  [['page:a', 'page:a'], 'Related must not name a document twice'],
  [['page:a', 'page:b', 'page:c'], 'Related can have at most 2 documents'],
  [['section:a'], 'Related must be documents of the list'],
])('refuses the links %j with a message', (...[typed, message]) => {
  expect(related.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

it.each([
  [null, null],
  ['', null],
  ['2026-11-29T08:30:00Z', '2026-11-29T08:30:00.000Z'],
  ['2026-11-29T08:30:00.250Z', '2026-11-29T08:30:00.250Z'],
])('the time %j is stored as %j', (entered, stored) => {
  expect(time({ label: 'Start' }).schema.parse(entered)).toBe(stored);
});

it('names the field and an example in the message about a time', () => {
  const { error } = time({ label: 'Start' }).schema.safeParse('2026-11-29 08:30');
  expect(error?.issues[0]?.message).toBe('Start must be a date and time such as 2026-11-29T08:30:00Z');
});

it.each([
  [{ min: 0, max: 5 }, 'Enter a number from 0 to 5'],
  [{ min: 0.5 }, 'Enter a number from 0.5'],
  [{}, 'Enter a number'],
])('names the limits %j of a number', (limit, message) => {
  for (const value of ['1', -1e300, Number.NaN])
    expect(number({ label: 'Stars', ...limit }).schema.safeParse(value).error?.issues[0]?.message).toBe(message);
  expect(number({ label: 'Stars', ...limit }).schema.parse(4.5)).toBe(4.5);
});

it('choices are stored once, in the order of their table', () => {
  const { schema } = choices({ red: 'Red', green: 'Green', blue: 'Blue' }, { label: 'Colors' });
  expect(schema.parse(['blue', 'red', 'blue'])).toEqual(['red', 'blue']);
  expect(schema.parse(undefined)).toEqual([]);
  const { error } = schema.safeParse(['gray']);
  expect(error?.issues[0]?.message).toBe('Colors must be a list of: red, green, blue');
});
