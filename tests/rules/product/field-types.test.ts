import { date, type Field } from '@frontage/model/kinds/field';
import { kinds } from '@frontage/model/kinds/kinds';
import { generateRules } from '@frontage/model/kinds/rules';
import { describe, expect, it } from 'vitest';
import { editor, roleDocuments } from './actors.ts';
import { type AttackCase, type Fields, now } from './attack-case.ts';
import { casesOf } from './content-kinds.ts';
import { sectionFields } from './documents.ts';
import { rulesetOf, rulesSource } from './ruleset.ts';
import { decide, prepare } from './run-in-engine.ts';

// Types of fields that no shipped kind has: the rules of a generated kind with them decide like their schemas.

const types: Record<string, Field> = {
  date: date({ label: 'Day' }),
  'date that stored documents lack': date({ label: 'Day', addedLater: true }),
};

describe.each(Object.entries(types))('the rules of a field of the type %s', (_, field) => {
  const fields = { ...kinds.section.fields, sample: field };
  const kind = { ...kinds.section, collection: 'samples', plural: 'samples', fields };
  const registered = { ...kinds, sample: kind } as unknown as typeof kinds;
  const ruleset = rulesetOf(generateRules(rulesSource('firestore.rules'), registered));

  function isAllowed(sample: Fields): boolean {
    const stamps = { rev: 1, created_by: editor.uid, updated_by: editor.uid, created_at: now, updated_at: now };
    const batch = [{ set: 'samples/a', data: { ...sectionFields, ...stamps, ...sample } }];
    const attack: AttackCase = {
      name: '',
      actor: editor,
      initialState: roleDocuments(editor, false),
      try: { batch },
      expected: true,
    };
    return decide(ruleset, prepare(attack)).allowed;
  }

  it.each(casesOf(field))('decide about %j like its schema: %j', (value, expected) => {
    expect(isAllowed({ sample: value })).toBe(expected);
    expect(field.schema.safeParse(value).success).toBe(expected);
  });

  it('allow a missing value only if stored documents may lack it', () => {
    expect(isAllowed({})).toBe(field.addedLater === true);
  });
});
