import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderAsShown, selectHomepage } from './homepage.ts';
import { sectionKeys, type Section, type SectionKey } from './kinds/section.ts';

const section = (fields: Partial<Section>) => ({ is_published: true, is_visible: true, ...fields }) as Section;
const ids = (sections: readonly Section[]) => sections.map(({ id }) => id).join('');

it.each<[string, Partial<Section>[], string]>([
  ['the hero section', [{ section_key: 'why-it-matters' }, { section_key: 'hero' }], 'ba'],
  [
    'the visible one of two hero sections',
    [{ section_key: 'hero', is_published: false }, {}, { section_key: 'hero' }],
    'cab',
  ],
  ['a hero draft', [{}, { section_key: 'hero', is_published: false }], 'ba'],
  ['the lowest order_index without a hero', [{ order_index: 7 }, { order_index: 2 }], 'ba'],
])('orderAsShown starts with %s', (_, fields, expected) => {
  const sections = fields.map((each, index) =>
    section({ id: 'abc'[index] ?? '', section_key: 'start-experiment', order_index: index, ...each }),
  );
  expect(ids(orderAsShown(sections))).toBe(expected);
});

it('orderAsShown lists visible sections in the order of the homepage', () => {
  const keys = Object.keys(sectionKeys) as SectionKey[];
  const any = fc.record({
    section_key: fc.constantFrom(...keys),
    order_index: fc.nat(5),
    is_published: fc.boolean(),
    is_visible: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 8 }), (fields) => {
      const sections = fields.map((each, index) => section({ id: `s${index}`, ...each }));
      const { hero, blocks } = selectHomepage(sections);
      const listed = orderAsShown(sections).filter((each) => each.is_published && each.is_visible);
      expect(ids(listed)).toBe(ids([...(hero ? [hero] : []), ...blocks.map((block) => block.section)]));
    }),
  );
});
