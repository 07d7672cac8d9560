import * as builders from '@frontage/model/kinds/field';
import type { Field, FieldType } from '@frontage/model/kinds/field';
import { kinds } from '@frontage/model/kinds/kinds';
import { generateRules } from '@frontage/model/kinds/rules';
import { pageSlugs } from '@frontage/model/slug';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editor, roleDocuments } from './actors.ts';
import { type AttackCase, type Fields, Marker, now, type Plain } from './attack-case.ts';
import { casesOf } from './content-kinds.ts';
import { sectionFields } from './documents.ts';
import { tagsOfSchema } from './field-values.ts';
import { inputOf, plain } from './form-inputs.ts';
import { rulesetOf, rulesSource } from './ruleset.ts';
import { decide, prepare } from './run-in-engine.ts';
import { sized } from '../../full.ts';

// The rules of a further kind decide about each type of field like its schema, whether a shipped kind has the type or not.

const {
  choice,
  choices,
  color,
  count,
  date,
  email,
  image,
  language,
  markdown,
  number,
  option,
  otherDocument,
  position,
} = builders;
const { groups, link, links, required, slug, tags, target, text, time, toggle, url } = builders;

const uses = { label: 'Sample' };
const later = { ...uses, addedLater: true } as const;

const rows = {
  max: 3,
  one: 'figure',
  row: {
    label: required({ label: 'Label', max: 9 }),
    logo: image({ label: 'Logo' }),
    page: link({ label: 'Page', to: ['page'] }),
    is_large: toggle({ label: 'Large' }),
  },
};

// Not here: the value of a companion is in another document.
const types: Record<Exclude<FieldType, 'companion'>, Field[]> = {
  text: [text({ ...uses, max: 20 }), required({ ...uses, max: 20 }), text({ ...later, max: 20 })],
  markdown: [markdown({ ...uses, max: 100 }), markdown({ ...later, max: 100 })],
  url: [url(uses), url(later)],
  image: [image(uses), image(later)],
  target: [target(uses), target(later)],
  slug: [slug(pageSlugs, uses)],
  choice: [choice({ one: 'One', two: 'Two' }, uses)],
  option: [option(['one', 'two'], { ...uses, usual: 'one' }), option(['one', 'two'], { ...later, usual: 'one' })],
  color: [color(uses), color(later)],
  email: [email(uses), email(later)],
  language: [language(uses), language(later)],
  date: [date(uses), date(later)],
  time: [time(uses), time(later)],
  number: [number(uses), number({ ...uses, min: -0.5, max: 1e-7 }), number({ ...later, min: 0, max: 100 })],
  order: [position(uses)],
  count: [count({ ...uses, max: 100 })],
  switch: [toggle(uses)],
  choices: [choices({ one: 'One', two: 'Two', three: 'Three' }, uses), choices({ one: 'One', two: 'Two' }, later)],
  tags: [tags(uses), tags({ ...later, max: 3 })],
  document: [otherDocument(uses)],
  link: [link({ ...uses, to: ['page', 'demo'] }), link({ ...later, to: ['page'] })],
  groups: [groups({ ...uses, ...rows }), groups({ ...later, ...rows })],
  links: [links({ ...uses, to: ['page', 'demo'], max: 3 }), links({ ...later, to: ['page'], max: 1 })],
};
const samples = Object.values(types)
  .flat()
  .map((field): [string, Field] => [
    `${field.required ? 'required ' : ''}${field.type}${field.addedLater ? ' that stored documents lack' : ''}`,
    field,
  ]);

const validRow = { label: 'A', logo: null, page: 'page:a', is_large: true };
const rowsOfSchema: Plain[] = [
  [{ ...validRow, label: '' }],
  [validRow, { ...validRow, label: 'x'.repeat(10) }],
  [{ ...validRow, logo: 'javascript:alert(1)' }],
  [{ ...validRow, page: 'section:a' }],
  [{ ...validRow, is_large: 'yes' }],
  [{ label: 'A' }],
  [null],
  ['row'],
];

/** Lists whose entries only the schema checks. */
const valuesOfSchema: Partial<Record<FieldType, Plain[]>> = { tags: tagsOfSchema, groups: rowsOfSchema };

describe.each(samples)('the rules of a field of the type %s', (_, field) => {
  const name = field.type === 'slug' ? 'slug' : 'sample';
  const fields = { ...kinds.section.fields, [name]: field };
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
  const parse = (value: unknown) => field.schema.safeParse(value instanceof Marker ? value.value : value);

  it.each(casesOf(field, 'a'))('decide about %j like its schema: %j', (value, expected, engineOnly) => {
    expect(isAllowed({ [name]: value })).toBe(expected);
    // The rules also refuse a number that an SDK would not send, and the id of the document itself.
    if (engineOnly === undefined && value !== 'a') expect(parse(value).success).toBe(expected);
  });

  const ofSchema = (valuesOfSchema[field.type] ?? []).map((value) => ({ value }));
  it.each(ofSchema)('accept $value, which its schema refuses', ({ value }) => {
    expect(isAllowed({ [name]: value })).toBe(true);
    expect(parse(value).success).toBe(false);
  });

  it('decide about random values like its schema', () => {
    fc.assert(
      fc.property(inputOf(field), (value) => {
        const parsed = parse(value);
        if (parsed.success) expect(isAllowed({ [name]: plain(parsed.data) })).toBe(true);
        if (isAllowed({ [name]: plain(value) })) expect(parsed.success).toBe(true);
      }),
      { numRuns: sized(5_000, 200) },
    );
  });

  it('allow a missing value only if stored documents may lack it', () => {
    expect(isAllowed({})).toBe(field.addedLater === true);
    if (field.addedLater) expect(parse(undefined).success).toBe(true);
  });
});
