import { demoFields as fieldsOfDemo } from '@frontage/model/kinds/demo';
import type { Field, Fields as KindFields } from '@frontage/model/kinds/field';
import { pageFields as fieldsOfPage } from '@frontage/model/kinds/page';
import { sectionFields as fieldsOfSection } from '@frontage/model/kinds/section';
import { pageSlugs } from '@frontage/model/slug';
import { editor } from './actors.ts';
import type { Fields, InitialState, Write } from './attack-case.ts';
import {
  createDemo,
  createPage,
  createSection,
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
  demoSlug,
  email,
  language,
  flag,
  textOfLength,
  optionalImage,
  optionalTarget,
  optionalText,
  optionalUrl,
  pageSlug,
  position,
  requiredText,
  type Case,
} from './field-values.ts';

/** One kind of content: its fields with valid and invalid values, and an editor's batches. */
export interface Kind {
  name: string;
  fields: Fields;
  /** Fields that are missing in documents of earlier versions. */
  addedLater: readonly string[];
  cases: Record<string, Case[]>;
  create(uid: string, data: Fields): Write[];
  update(uid: string, data: Fields): Write[];
  stored: InitialState;
  path: string;
}

const { uid } = editor;

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
      return [...(field.pattern === pageSlugs.pattern ? pageSlug : demoSlug), [5, false], [null, false]];
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
    case 'count':
      return [
        ...position.map(([value, expected, ...reason]): Case => [value, expected && Number(value) < max, ...reason]),
        [max, true],
        [max + 1, false],
      ];
    case 'companion':
      return [];
  }
}

const kindOf = (
  kind: Pick<Kind, 'name' | 'fields' | 'path' | 'stored' | 'create' | 'update'>,
  fields: KindFields,
): Kind => ({
  ...kind,
  addedLater: Object.keys(fields).filter((name) => fields[name]?.addedLater),
  cases: Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const cases = casesOf(field, kind.path.split('/')[1] ?? '');
      return cases.length === 0 ? [] : [[name, cases]];
    }),
  ),
});

export const kinds: readonly Kind[] = [
  kindOf(
    {
      name: 'section',
      fields: sectionFields,
      path: 'homepage_sections/s1',
      stored: storedSection({ owner: uid }),
      create: createSection,
      update: updateSection,
    },
    fieldsOfSection,
  ),
  kindOf(
    {
      name: 'page',
      fields: pageFields,
      path: 'pages/p1',
      stored: storedPage({ owner: uid }),
      create: createPage,
      update: updatePage,
    },
    fieldsOfPage,
  ),
  kindOf(
    {
      name: 'demo',
      fields: demoFields,
      path: 'demo_pages/d1',
      stored: storedDemo({ owner: uid }),
      create: createDemo,
      update: updateDemo,
    },
    fieldsOfDemo,
  ),
];
