import { type Field, required, text, url } from '@frontage/model/kinds/field';
import type { FieldChange } from '@frontage/model/kinds/field-changes';
import { kinds } from '@frontage/model/kinds/kinds';
import { generateRules } from '@frontage/model/kinds/rules';
import { describe, expect, it } from 'vitest';
import { editor, roleDocuments } from './actors.ts';
import { type Fields, now, type Write } from './attack-case.ts';
import { sectionFields } from './documents.ts';
import { rulesetOf, rulesSource } from './ruleset.ts';
import { decide, prepare } from './run-in-engine.ts';

// A kind with a renamed, an added and a removed field: its rules accept documents and drafts of both shapes.

const lead = required({ label: 'Lead', max: 20 });
const place = text({ label: 'Place', max: 5 });
const topic = required({ label: 'Topic', max: 20 });
const changes: FieldChange[] = [
  { renamed: 'summary', to: 'lead' },
  { renamed: 'town', to: 'place' },
  { added: 'topic', value: 'Other' },
  { removed: 'source', field: url({ label: 'Source' }) },
];

const rulesOf = (stated: FieldChange[]) => {
  const fields: Record<string, Field> = { ...kinds.section.fields, lead, place, topic };
  const sample = { ...kinds.section, collection: 'samples', plural: 'samples', fields, changes: stated };
  const registered = { ...kinds, sample } as unknown as typeof kinds;
  return rulesetOf(generateRules(rulesSource('firestore.rules'), registered));
};
const [open, settled] = [rulesOf(changes), rulesOf(changes.map((change) => ({ ...change, settled: true })))];

const stamps = { rev: 1, created_by: editor.uid, updated_by: editor.uid, created_at: now, updated_at: now };
const before = { summary: 'Text', town: null, source: null };
const after = { lead: 'Text', place: null, topic: 'News' };

const isAllowed = (ruleset: typeof open, batch: Write[], stored: Record<string, Fields> = {}): boolean =>
  decide(
    ruleset,
    prepare({
      name: '',
      actor: editor,
      initialState: { ...stored, ...roleDocuments(editor, false) },
      try: { batch },
      expected: true,
    }),
  ).allowed;

const created = (fields: Fields): Write[] => [{ set: 'samples/a', data: { ...sectionFields, ...stamps, ...fields } }];

describe('the creation of a document', () => {
  it.each<[string, Fields, boolean, boolean]>([
    ['of the earlier shape', before, true, false],
    ['of the new shape', after, true, true],
    ['with a text under both names', { ...after, summary: 'Text' }, true, false],
    ['without a required text under either name', { town: null, topic: 'News' }, false, false],
    ['with an empty text under the earlier name', { ...before, summary: '' }, false, false],
    ['with a text above its limit under the earlier name', { ...before, town: 'Berlin' }, false, false],
    ['with an invalid value beside a valid one', { ...after, summary: 5 }, false, false],
    ['with an invalid added field', { ...before, topic: '' }, false, false],
    ['with an invalid removed field', { ...before, source: 'javascript:0' }, false, false],
    ['with a field of no version', { ...after, other: null }, false, false],
  ])('%s is decided by the stated changes', (...[, fields, whileOpen, whenSettled]) => {
    expect(isAllowed(open, created(fields))).toBe(whileOpen);
    expect(isAllowed(settled, created(fields))).toBe(whenSettled);
  });
});

it('an open tab of the earlier version saves a migrated document, and a new one saves an old document', () => {
  const stamped = { ...stamps, rev: 1, created_at: 'x', updated_at: 'x' };
  const [old, migrated] = [before, after].map((fields) => ({
    'samples/a': { ...sectionFields, ...stamped, ...fields },
  }));
  const update = (fields: Fields): Write[] => [
    { update: 'samples/a', data: { ...fields, rev: 2, updated_at: now, updated_by: editor.uid } },
  ];
  expect(isAllowed(open, update({ summary: 'Typed' }), migrated)).toBe(true);
  expect(isAllowed(open, update({ lead: 'Typed', topic: 'News' }), old)).toBe(true);
});

it.each<[string, Fields, boolean]>([
  ['the earlier shape', { summary: 'x', source: null }, true],
  ['the new shape', { lead: 'x' }, true],
  ['a field of no version', { other: 'x' }, false],
])('a draft with %s is accepted: %j %s', (_, data, expected) => {
  const draft = { collection: 'samples', id: 'b', data, base_rev: 0, review: null, note: null, name: null };
  const typed = { typed_at: now, typed_by: editor.uid, typed_name: null, authors: [editor.uid] };
  expect(isAllowed(open, [{ set: 'drafts/samples_b', data: { ...draft, ...typed, ...stamps } }])).toBe(expected);
});
