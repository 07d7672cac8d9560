import type { Section } from './kinds/section.ts';

export interface Homepage {
  hero: Section | null;
  /**
   * All other sections in order. Odd blocks (counting from one) have a left image and alternate styling, even ones a
   * right image.
   */
  blocks: { section: Section; imagePosition: 'left' | 'right'; alternate: boolean }[];
}

/** Sections sorted by order_index, then by id, so that all builds are equal. */
export function orderSections<S extends Pick<Section, 'id' | 'order_index'>>(sections: readonly S[]): S[] {
  return [...sections].sort((a, b) => a.order_index - b.order_index || (a.id < b.id ? -1 : 1));
}

/** The id of a section of the homepage below the first one. `index` counts them from 0. */
export const homepageAnchor = (index: number): string => `section-${String(index + 1)}`;

/**
 * All sections in the order of the homepage: the hero first, the others by order_index. The hero is the first section
 * with the key `hero`, preferably a published and visible one. Without such a section, the order is order_index alone.
 */
export function orderAsShown<
  S extends Pick<Section, 'id' | 'order_index' | 'section_key' | 'is_published' | 'is_visible'>,
>(sections: readonly S[]): S[] {
  const ordered = orderSections(sections);
  const heroes = ordered.filter(({ section_key }) => section_key === 'hero');
  const hero = heroes.find((section) => section.is_published && section.is_visible) ?? heroes[0];
  return hero ? [hero, ...ordered.filter((section) => section !== hero)] : ordered;
}

/**
 * The layout of the homepage: the section with the key `hero` (else the first section) on top, the others as blocks.
 */
export function selectHomepage(sections: readonly Section[]): Homepage {
  const [hero = null, ...others] = orderAsShown(
    sections.filter((section) => section.is_published && section.is_visible),
  );
  const blocks = others.map((section, index) => {
    const alternate = index % 2 === 0;
    return { section, alternate, imagePosition: alternate ? ('left' as const) : ('right' as const) };
  });
  return { hero, blocks };
}
