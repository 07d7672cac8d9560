import type { Section } from './section.ts';

export interface Homepage {
  hero: Section | null;
  /** Every other section in order. Odd blocks (counting from one) stand left with alternate styling, even ones right. */
  blocks: { section: Section; imagePosition: 'left' | 'right'; alternate: boolean }[];
}

/** Published and visible sections by order_index; ties by id, so that every build agrees. */
export function orderSections<S extends Pick<Section, 'id' | 'order_index'>>(sections: readonly S[]): S[] {
  return [...sections].sort((a, b) => a.order_index - b.order_index || (a.id < b.id ? -1 : 1));
}

/** What the homepage shows: the section keyed hero (or, if none, the first) on top, the others as blocks. */
export function selectHomepage(sections: readonly Section[]): Homepage {
  const shown = orderSections(sections.filter((section) => section.is_published && section.is_visible));
  const hero = shown.find((section) => section.section_key === 'hero') ?? shown[0] ?? null;
  const blocks = shown
    .filter((section) => section !== hero)
    .map((section, index) => {
      const alternate = index % 2 === 0;
      return { section, alternate, imagePosition: alternate ? ('left' as const) : ('right' as const) };
    });
  return { hero, blocks };
}
