import { type Field, namesOf } from '@frontage/model/kinds/field';
import { type Kind as KindName, kindNames, kinds as modelKinds } from '@frontage/model/kinds/kinds';
import { pageSlugs, reservedSlugs } from '@frontage/model/slug';
import type { Fields, InitialState, Write } from './attack-case.ts';
import {
  batchesWith,
  createDemo,
  createPage,
  createSection,
  deleteDemo,
  deletePage,
  deleteSection,
  demoFields,
  pageFields,
  sectionFields,
  storedDemo,
  storedPage,
  storedSection,
  updateDemo,
  updatePage,
  updateSection,
} from './documents.ts';
import {
  color,
  date,
  demoSlug,
  documentLinks,
  email,
  language,
  flag,
  linkLists,
  textOfLength,
  optionalImage,
  optionalTarget,
  optionalText,
  optionalUrl,
  pageSlug,
  choices,
  number,
  position,
  requiredText,
  tags,
  time,
  type Case,
} from './field-values.ts';

/** The test documents of a kind: its fields, and the batches that create, change and delete a document. */
interface Batches {
  fields: Fields;
  path: string;
  stored(options: { owner: string; published?: boolean }): InitialState;
  create(uid: string, data?: Fields): Write[];
  update(uid: string, data?: Fields): Write[];
  remove(uid: string, initialState: InitialState): Write[];
}

export interface Kind extends Batches {
  name: KindName;
  collection: (typeof modelKinds)[KindName]['collection'];
  schema: (typeof modelKinds)[KindName]['schema'];
  /** Fields that are missing in documents of earlier versions. */
  addedLater: readonly string[];
  /** Valid and invalid values of each field. */
  cases: Record<string, Case[]>;
}

/** Valid and invalid values of a field, by its type; none for a field in a companion document. */
export function casesOf(field: Field, own = ''): Case[] {
  const { type, max = 0 } = field;
  switch (type) {
    case 'text':
    case 'markdown':
      return field.required ? requiredText(max) : optionalText(max);
    case 'url':
      return optionalUrl;
    case 'image':
      return optionalImage;
    case 'target':
      return optionalTarget;
    case 'slug':
      return [
        ...(field.pattern === pageSlugs.pattern ? pageSlug : demoSlug),
        ...(field.reserved ?? []).filter((slug) => !reservedSlugs.includes(slug)).map((slug): Case => [slug, false]),
        [5, false],
        [null, false],
      ];
    case 'order':
      return position;
    case 'switch':
      return flag;
    case 'choice':
      return [
        ...Object.keys(field.options ?? {}).map((value): Case => [value, true]),
        ['no-such-choice', false],
        [null, false],
        ['', false],
      ];
    case 'document':
      return [
        [null, true],
        ['other', true],
        ['Über uns, v1.2', true],
        [textOfLength(1500), true],
        [textOfLength(1501), false],
        [own, false],
        ['', false],
        ['a/b', false],
        ['a\u0000b', false],
        [5, false],
      ];
    case 'option':
      return [
        ...Object.keys(field.options ?? {}).map((value): Case => [value, true]),
        ['', true],
        [null, true],
        ['no-such-option', false],
        [5, false],
      ];
    case 'color':
      return color;
    case 'email':
      return email;
    case 'language':
      return language;
    case 'date':
      return date;
    case 'time':
      return time;
    case 'number':
      return number(field.min ?? 0, max);
    case 'choices':
      return choices(Object.keys(field.options ?? {}));
    case 'tags':
      return tags(max);
    case 'count':
      return [
        ...position.map(([value, expected, ...reason]): Case => [value, expected && Number(value) < max, ...reason]),
        [max, true],
        [max + 1, false],
      ];
    case 'link':
      return documentLinks(field.to);
    case 'links':
      return linkLists(field);
    case 'groups':
      return rowLists(field);
    case 'companion':
      return [];
  }
}

/** Lists of valid rows: the rules check only type and size of the list. */
function rowLists({ row = {}, max = 0 }: Field): Case[] {
  const values = Object.entries(row).map(([name, field]) => [
    name,
    casesOf(field).find(([value, isValid]) => isValid && value !== null)?.[0] ?? field.blank,
  ]);
  const valid = Object.fromEntries(values) as Fields;
  return [
    [null, true],
    [[], true],
    [[valid], true],
    [Array.from({ length: max }, () => valid), true],
    [Array.from({ length: max + 1 }, () => valid), false],
    [valid, false],
    ['rows', false],
    [5, false],
    [true, false],
  ];
}

const batches: Partial<Record<KindName, Batches>> = {
  section: {
    fields: sectionFields,
    path: 'homepage_sections/s1',
    stored: storedSection,
    create: createSection,
    update: updateSection,
    remove: deleteSection,
  },
  page: {
    fields: pageFields,
    path: 'pages/p1',
    stored: storedPage,
    create: createPage,
    update: updatePage,
    remove: deletePage,
  },
  demo: {
    fields: demoFields,
    path: 'demo_pages/d1',
    stored: storedDemo,
    create: createDemo,
    update: updateDemo,
    remove: deleteDemo,
  },
};

/** The id of the test document of a kind. */
export const idOf = ({ path }: Pick<Kind, 'path'>): string => path.split('/')[1] ?? '';

/** The batches of a kind with the first valid value of each field. */
function derivedBatches(name: KindName): Batches {
  const { collection, fields } = modelKinds[name];
  const values = Object.entries(fields).map(([field, described]) => [
    field,
    casesOf(described).find(([, isValid]) => isValid)?.[0] ?? null,
  ]);
  return batchesWith(name, { collection, fields: { ...Object.fromEntries(values), is_published: false } as Fields });
}

export const kinds: readonly Kind[] = kindNames.map((name) => {
  const { collection, schema, fields } = modelKinds[name];
  const own = batches[name] ?? derivedBatches(name);
  return {
    ...own,
    name,
    collection,
    schema,
    addedLater: namesOf(fields, 'addedLater'),
    cases: Object.fromEntries(
      Object.entries(fields).flatMap(([field, described]) => {
        const cases = casesOf(described, idOf(own));
        return cases.length === 0 ? [] : [[field, cases]];
      }),
    ),
  };
});
