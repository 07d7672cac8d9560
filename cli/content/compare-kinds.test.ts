import { choice, type Field, groups, markdown, required, text, url } from '@frontage/model/kinds/field';
import type { FieldChange } from '@frontage/model/kinds/field-changes';
import type { KindDefinition } from '@frontage/model/kinds/kind';
import { section } from '@frontage/model/kinds/section';
import { describe, expect, it } from 'vitest';
import { compareKinds, describeKinds, storedKinds } from './compare-kinds.ts';

const title = required({ label: 'Title', max: 100 });
const summary = text({ label: 'Summary', max: 300 });
const topic = choice({ a: 'A', b: 'B' }, { label: 'Topic' });
const source = url({ label: 'Source' });

const news = (fields: Record<string, Field>, changes: FieldChange[] = []) => ({
  news: { ...section, collection: 'news_entries', nameField: 'title', fields, changes } as KindDefinition,
});
const deployed = describeKinds(news({ title, summary, topic }), { kinds: {} });

/** The problems of a version after one that had the fields title, summary and topic. */
const problemsOf = (fields: Record<string, Field>, changes: FieldChange[] = []): string[] =>
  compareKinds(deployed, news(fields, changes)).map(({ what }) => what);

it('stores the kinds as plain JSON', () => {
  expect(storedKinds.parse(JSON.parse(JSON.stringify(deployed)))).toEqual(deployed);
});

describe('a later version', () => {
  it.each<[string, Record<string, Field>, FieldChange[]]>([
    ['the same fields', { topic, title, summary }, []],
    [
      'a longer limit and a further choice',
      { title: { ...title, max: 120 }, summary, topic: { ...topic, options: { a: 'A', b: 'B', c: 'C' } } },
      [],
    ],
    ['Markdown instead of a text', { title, summary: markdown({ label: 'Summary', max: 300 }), topic }, []],
    [
      'an optional field that was added later',
      { title, summary, topic, source: url({ label: 'S', addedLater: true }) },
      [],
    ],
    ['a stated required field', { title, summary, topic, place: title }, [{ added: 'place', value: 'Here' }]],
    ['a stated new name', { title, lead: summary, topic }, [{ renamed: 'summary', to: 'lead' }]],
    ['a stated removal', { title, topic }, [{ removed: 'summary', field: summary }]],
    [
      'a field with a stated new name that is removed',
      { title, topic },
      [
        { renamed: 'summary', to: 'lead' },
        { removed: 'lead', field: summary },
      ],
    ],
  ])('may have %s', (_, fields, changes) => {
    expect(problemsOf(fields, changes)).toEqual([]);
  });

  it.each<[string, Record<string, Field>, FieldChange[], string]>([
    [
      'a field that is not stated',
      { title, summary, topic, source },
      [],
      'The field "source" of "news" is new and not stated',
    ],
    ['a removal that is not stated', { title, topic }, [], 'The field "summary" of "news" is missing and not stated'],
    ['a new name that is not stated', { title, lead: summary, topic }, [], 'The field "summary" of "news" is missing'],
    [
      'a shorter limit',
      { title: { ...title, max: 50 }, summary, topic },
      [],
      '"title" of "news" had the limit 100 and has 50',
    ],
    [
      'a limit under a new name',
      { title, lead: { ...summary, max: 9 }, topic },
      [{ renamed: 'summary', to: 'lead' }],
      '"lead" of "news" had the limit 300',
    ],
    ['another type', { title, summary: source, topic }, [], 'had the type text and has the type url'],
    ['a required field', { title, summary: { ...title, max: 300 }, topic }, [], 'was optional and is required'],
    ['fewer choices', { title, summary, topic: { ...topic, options: { a: 'A' } } }, [], 'lost the choice "b"'],
    [
      'a settled change that was never deployed',
      { title, topic },
      [{ removed: 'summary', field: summary, settled: true }],
      'is stated as settled, but not migrated',
    ],
  ])('is refused with %s', (...[, fields, changes, problem]) => {
    expect(problemsOf(fields, changes).join('\n')).toContain(problem);
  });

  it('is refused without a kind, and with another collection', () => {
    expect(
      compareKinds(deployed, {})
        .map(({ what }) => what)
        .join(),
    ).toContain('the kind "news" is not in');
    const moved = { news: { ...news({ title, summary, topic }).news, collection: 'news' } };
    expect(compareKinds(deployed, moved)).toMatchObject([{ kind: 'news', field: null }]);
  });
});

describe('a change that is due', () => {
  const changes: FieldChange[] = [{ renamed: 'summary', to: 'lead' }];
  const changed = news({ title, lead: summary, topic }, changes);
  const due = describeKinds(changed, deployed);

  it('stays due until it is migrated', () => {
    expect(due.kinds['news']?.due).toEqual(['summary renamed to lead']);
    expect(describeKinds(changed, due)).toEqual(due);
    expect(compareKinds(due, changed)).toEqual([]);
  });

  it.each<[string, FieldChange[]]>([
    ['removed', []],
    ['settled', [{ ...changes[0]!, settled: true }]],
  ])('cannot be %s before it is migrated', (_, later) => {
    const [problem] = compareKinds(due, news({ title, lead: summary, topic }, later));
    expect(problem?.field).toBe('summary');
    expect(problem?.next).toContain('frontage migrate');
  });

  it('is not due again after it was migrated', () => {
    const migrated = { kinds: { news: { ...due.kinds['news']!, due: [] } } };
    expect(describeKinds(changed, migrated)).toEqual(migrated);
    expect(compareKinds(migrated, news({ title, lead: summary, topic }))).toEqual([]);
  });

  it('is due in a project of a version that stored no kinds, and not for a new kind', () => {
    expect(describeKinds(changed, null).kinds['news']?.due).toEqual(['summary renamed to lead']);
    expect(describeKinds(changed, { kinds: {} }).kinds['news']?.due).toEqual([]);
  });
});

describe('rows of a later version', () => {
  const figures = (row: Record<string, Field>) => groups({ label: 'Figures', max: 3, one: 'figure', row });
  const before = { label: required({ label: 'Label', max: 40 }), unit: topic };
  const rowProblems = (row: Record<string, Field>): string[] =>
    compareKinds(
      storedKinds.parse(JSON.parse(JSON.stringify(describeKinds(news({ title, figures: figures(before) }), null)))),
      news({ title, figures: figures(row) }),
    ).map(({ what }) => what);

  it('may have a further optional field', () => {
    expect(rowProblems({ ...before, source })).toEqual([]);
  });

  it.each<[string, Record<string, Field>, string]>([
    ['without a field', { label: before.label }, 'lost the field "unit" of its rows'],
    [
      'with a shorter limit',
      { ...before, label: required({ label: 'Label', max: 9 }) },
      'has rows whose field "label" had the limit 40 and has 9',
    ],
    ['with a further required field', { ...before, place: title }, 'has rows with the new field "place"'],
    [
      'with fewer choices',
      { ...before, unit: { ...topic, options: { a: 'A' } } },
      'has rows whose field "unit" lost the choice "b"',
    ],
  ])('are compared: %s', (_, row, problem) => {
    expect(rowProblems(row).join()).toContain(problem);
  });
});
