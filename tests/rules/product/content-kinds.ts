import { limits } from '@frontage/model/limits';
import { sectionKeys } from '@frontage/model/section';
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
  demoSlug,
  flag,
  textOfLength,
  optionalImage,
  optionalTarget,
  optionalText,
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

export const kinds: readonly Kind[] = [
  {
    name: 'section',
    fields: sectionFields,
    addedLater: [],
    path: 'homepage_sections/s1',
    stored: storedSection({ owner: uid }),
    create: createSection,
    update: updateSection,
    cases: {
      section_key: [
        ...Object.keys(sectionKeys).map((key): Case => [key, true]),
        ['footer', false],
        [null, false],
        ['', false],
      ],
      title: requiredText(limits.title),
      content: optionalText(limits.body),
      cta_text: optionalText(limits.ctaText),
      cta_url: optionalTarget,
      image_url: optionalImage,
      order_index: position,
      is_visible: flag,
      is_published: flag,
    },
  },
  {
    name: 'page',
    fields: pageFields,
    addedLater: [],
    path: 'pages/p1',
    stored: storedPage({ owner: uid }),
    create: createPage,
    update: updatePage,
    cases: {
      title: requiredText(limits.title),
      slug: [...pageSlug, [5, false], [null, false]],
      body: optionalText(limits.body),
      meta_title: optionalText(limits.metaTitle),
      meta_description: optionalText(limits.metaDescription),
      og_image_url: optionalImage,
      is_published: flag,
      parent_id: [
        [null, true],
        ['p2', true],
        ['Über uns, v1.2', true],
        [textOfLength(1500), true],
        [textOfLength(1501), false],
        ['p1', false],
        ['', false],
        ['a/b', false],
        ['a\u0000b', false],
        [5, false],
      ],
      show_in_menu: flag,
      menu_order: position,
      nav_label: optionalText(limits.navLabel),
    },
  },
  {
    name: 'demo',
    fields: demoFields,
    addedLater: [],
    path: 'demo_pages/d1',
    stored: storedDemo({ owner: uid }),
    create: createDemo,
    update: updateDemo,
    cases: {
      heading: requiredText(limits.title),
      slug: [...demoSlug, [5, false], [null, false]],
      is_password_protected: flag,
      ga_tracking_enabled: flag,
      meta_title: optionalText(limits.metaTitle),
      meta_description: optionalText(limits.metaDescription),
      og_image_url: optionalImage,
      is_published: flag,
    },
  },
];
