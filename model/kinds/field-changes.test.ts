import { describe, expect, it } from 'vitest';
import { required, text, url } from './field.ts';
import {
  acceptedFields,
  changeProblems,
  draftInCurrentShape,
  type FieldChange,
  inCurrentShape,
  replacedNames,
} from './field-changes.ts';

const fields = { title: required({ label: 'Title', max: 20 }), lead: text({ label: 'Lead', max: 50 }) };
const topic = required({ label: 'Topic', max: 20 });
const source = url({ label: 'Source' });
const changes: FieldChange[] = [
  { renamed: 'summary', to: 'lead' },
  { added: 'topic', value: 'Other' },
  { removed: 'source', field: source },
];
const kind = { fields: { ...fields, topic }, changes };

describe('inCurrentShape', () => {
  it('renames, adds and removes fields of an earlier shape', () => {
    expect(inCurrentShape(kind, { title: 'A', summary: 'S', source: null })).toEqual({
      title: 'A',
      lead: 'S',
      topic: 'Other',
    });
  });

  it('returns the same object for the current shape', () => {
    const data = { title: 'A', lead: null, topic: 'News' };
    expect(inCurrentShape(kind, data)).toBe(data);
    expect(inCurrentShape({}, data)).toBe(data);
  });

  it.each([
    ['a text of an open tab under the earlier name', { summary: 'new', lead: 'old' }, 'new'],
    ['the current text if the earlier name is empty', { summary: null, lead: 'kept' }, 'kept'],
    ['an empty text that has only the earlier name', { summary: null }, null],
  ])('keeps %s', (_, data, lead) => {
    expect(inCurrentShape(kind, { ...data, topic: 'x' })).toEqual({ lead, topic: 'x' });
  });

  it('follows a field through several names', () => {
    const twice: FieldChange[] = [
      { renamed: 'intro', to: 'summary' },
      { renamed: 'summary', to: 'lead' },
    ];
    expect(inCurrentShape({ changes: twice }, { intro: 'I' })).toEqual({ lead: 'I' });
    expect(inCurrentShape({ changes: twice }, { summary: 'S' })).toEqual({ lead: 'S' });
  });
});

it('a draft gets an added field from its document, else the default', () => {
  expect(draftInCurrentShape(kind, { summary: 'D' }, { title: 'A', topic: 'News' })).toEqual({
    lead: 'D',
    topic: 'News',
  });
  expect(draftInCurrentShape(kind, { summary: 'D' }, null)).toEqual({ lead: 'D', topic: 'Other' });
  expect(draftInCurrentShape(kind, { topic: 'Mine' }, { topic: 'News' })).toEqual({ topic: 'Mine' });
});

it('a save replaces the earlier name of a field that it writes', () => {
  expect(replacedNames(kind, { lead: 'x' })).toEqual(['summary']);
  expect(replacedNames(kind, { is_published: true })).toEqual([]);
});

it('rules accept the names of both shapes until a change is settled', () => {
  const names = (all: FieldChange[]) => acceptedFields({ ...kind, changes: all }).map((field) => field.names.join());
  expect(names(changes)).toEqual(['title', 'lead,summary', 'topic', 'source']);
  expect(names(changes.map((change) => ({ ...change, settled: true })))).toEqual(['title', 'lead', 'topic']);
});

it.each<[string, FieldChange[], string]>([
  [
    'a renamed field that the kind still has',
    [{ renamed: 'title', to: 'lead' }],
    'The field "title" is stated as renamed',
  ],
  ['a removed field that the kind still has', [{ removed: 'title', field: source }], 'is stated as removed'],
  ['a new name that the kind lacks', [{ renamed: 'a', to: 'b' }], 'The field "b" is stated as a change, but'],
  ['a slug under another name', [{ renamed: 'slug', to: 'lead' }], '"slug" cannot be renamed or removed'],
  ['a default that the field refuses', [{ added: 'topic', value: '' }], 'The field "topic" has the invalid default ""'],
])('names %s', (_, all, problem) => {
  expect(changeProblems({ ...kind, changes: all }).join()).toContain(problem);
});

it('accepts a name that a later change takes away', () => {
  const all: FieldChange[] = [
    { renamed: 'a', to: 'b' },
    { removed: 'b', field: source },
  ];
  expect(changeProblems({ ...kind, changes: all })).toEqual([]);
});
