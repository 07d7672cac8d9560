import { demoFields } from '@frontage/model/kinds/demo';
import type { Fields, FieldType } from '@frontage/model/kinds/field';
import { pageFields } from '@frontage/model/kinds/page';
import type { ContentCollection } from '@frontage/model/content-collections';
import { sectionFields } from '@frontage/model/kinds/section';
import { defaultSettings, settingFields, settingKeys } from '@frontage/model/kinds/settings';
import { FieldValue, Firestore, GeoPoint, Timestamp } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { aDemo, anEmbed, aPage, aRedirect, aSection, aSetting, aSlug } from '../../sync/documents.fixture.ts';
import type { JsonObject } from '../../sync/source.ts';
import { validateDocument } from '../../sync/validate.ts';
import { exactMoment, toFields, toJson } from './plain.ts';

const noon = Timestamp.fromDate(new Date('2026-01-02T12:00:00.500Z'));

it.each<[string, unknown, unknown]>([
  ['a timestamp in a field without timestamps', noon, { unsupported: 'Timestamp' }],
  ['a nested timestamp', { list: [{ created_at: noon }] }, { list: [{ created_at: { unsupported: 'Timestamp' } }] }],
  ['plain values', ['a', 1, true, null], ['a', 1, true, null]],
  ['a number that JSON cannot express', NaN, { unsupported: 'NaN' }],
  ['bytes', Buffer.from('x'), { unsupported: 'Buffer' }],
  ['a geographical point', new GeoPoint(1, 2), { unsupported: 'GeoPoint' }],
])('converts %s', (_, value, expected) => {
  expect(toJson({ value })).toEqual({ value: expected });
});

it('converts the timestamps of a document to text', () => {
  const text = '2026-01-02T12:00:00.500Z';
  expect(toJson({ created_at: noon, updated_at: noon })).toEqual({ created_at: text, updated_at: text });
});

/** A value of each Firestore type. */
const values = {
  null: null,
  boolean: true,
  integer: 7,
  double: 1.5,
  NaN: Number.NaN,
  infinity: Number.POSITIVE_INFINITY,
  string: 'text',
  timestamp: noon,
  bytes: Buffer.from('x'),
  reference: new Firestore({ projectId: 'demo-plain' }).doc('pages/a'),
  place: new GeoPoint(1, 2),
  array: ['text'],
  map: { text: 'text' },
  vector: FieldValue.vector([1, 2]),
};
type ValueType = keyof typeof values;

const stamps: Record<string, ValueType[]> = {
  rev: ['integer'],
  created_at: ['timestamp'],
  created_by: ['string'],
  updated_at: ['timestamp'],
  updated_by: ['string'],
};
const text: ValueType[] = ['string'];
const optionalText: ValueType[] = ['null', 'string'];
// A text that is not an address is rejected for another reason.
const optionalAddress: ValueType[] = ['null'];
const flag: ValueType[] = ['boolean'];
const position: ValueType[] = ['integer'];
/** The accepted types by type of field. A text that is no choice is rejected for another reason. */
const fieldTypes: Record<FieldType, ValueType[]> = {
  text: optionalText,
  markdown: optionalText,
  url: optionalAddress,
  image: optionalAddress,
  target: optionalAddress,
  slug: text,
  choice: [],
  option: optionalAddress,
  color: optionalAddress,
  email: optionalAddress,
  language: optionalAddress,
  date: optionalAddress,
  order: position,
  count: position,
  switch: flag,
  document: optionalText,
  // A list of other values is rejected for another reason.
  choices: ['null'],
  tags: ['null', 'array'],
  time: optionalAddress,
  number: ['null', 'integer', 'double'],
  link: optionalAddress,
  links: ['null'],
  groups: ['null'],
  companion: [],
};
const typesOf = (fields: Fields): Record<string, ValueType[]> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { type, required }]) =>
      type === 'companion' ? [] : [[name, type === 'text' && required ? text : fieldTypes[type]]],
    ),
  );
interface Table {
  collection: ContentCollection;
  id: string;
  data: JsonObject;
  /** The accepted types of each field. */
  accepts: Record<string, ValueType[]>;
  /** The field that contains these fields, if they are nested. */
  parent?: string;
}

const tables: Table[] = [
  { collection: 'pages', id: 'a', data: aPage(), accepts: { ...stamps, ...typesOf(pageFields) } },
  { collection: 'demo_pages', id: 'a', data: aDemo(), accepts: { ...stamps, ...typesOf(demoFields) } },
  { collection: 'homepage_sections', id: 'a', data: aSection(), accepts: { ...stamps, ...typesOf(sectionFields) } },
  { collection: 'demo_embeds', id: 'a', data: anEmbed(), accepts: { iframe_url: [] } },
  { collection: 'slugs', id: 'page:a', data: aSlug('a'), accepts: { id: text, updated_at: ['null', 'timestamp'] } },
  {
    collection: 'redirects',
    id: 'a',
    data: aRedirect('/a', '/b'),
    accepts: { from: [], to: ['null'], status: [], updated_at: ['timestamp'], updated_by: text },
  },
  {
    collection: 'site_settings',
    id: 'ga4_id',
    data: aSetting(null),
    accepts: { value: optionalText, updated_at: ['timestamp'], updated_by: text, rev: ['integer'] },
  },
  ...settingKeys.flatMap((key): Table[] => {
    const value = defaultSettings[key];
    if (value === null || typeof value === 'string') return [];
    return [
      {
        ...{ collection: 'site_settings', id: key, data: aSetting(value), parent: 'value' },
        accepts: typesOf(settingFields[key]),
      },
    ];
  }),
];

describe.each(tables)('a document $collection/$id', ({ collection, id, data, accepts, parent }) => {
  const stored = { ...data };
  for (const field of ['created_at', 'updated_at']) if (field in data) stored[field] = noon as never;
  const inner = (parent === undefined ? data : data[parent]) as JsonObject;

  it('has the fields of this table', () => {
    expect(Object.keys(accepts).sort()).toEqual(Object.keys(inner).sort());
  });

  it.each(Object.keys(accepts))('accepts only values of the right type in %s', (field) => {
    for (const [type, value] of Object.entries(values)) {
      const changed = { ...(parent === undefined ? stored : inner), [field]: value };
      const read = validateDocument(
        collection,
        id,
        toJson(parent === undefined ? changed : { ...stored, [parent]: changed }),
      );
      const isAccepted = (accepts[field] ?? []).includes(type as ValueType);
      expect(read.ok, `${field}: ${type}`).toBe(isAccepted);
      if (!read.ok && field !== 'value') expect(read.problems.map((problem) => problem.field)).toContain(field);
    }
  });
});

it('exactMoment returns texts that sort by time to the nanosecond', () => {
  const moments = [new Timestamp(10, 5), new Timestamp(9, 999_999_999), new Timestamp(10, 10), new Timestamp(-1, 0)];
  expect(moments.map(exactMoment).sort()).toEqual([
    '1969-12-31T23:59:59.000000000Z',
    '1970-01-01T00:00:09.999999999Z',
    '1970-01-01T00:00:10.000000005Z',
    '1970-01-01T00:00:10.000000010Z',
  ]);
});

it('toFields converts texts to timestamps', () => {
  expect(toFields({ at: '2026-01-02T12:00:00.500Z', release: '1', problems: [] })).toEqual({
    at: noon,
    release: '1',
    problems: [],
  });
});
