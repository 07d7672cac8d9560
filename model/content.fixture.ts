import type { Snapshot } from './content.ts';
import type { Demo } from './demo.ts';
import type { Page } from './page.ts';
import type { Section } from './section.ts';
import { defaultSettings } from './settings.ts';

const provenance = {
  rev: 1,
  created_at: '2026-01-02T03:04:05.000Z',
  created_by: 'ada',
  updated_at: '2026-02-03T04:05:06.000Z',
  updated_by: 'ada',
};

/** A published page; `over` changes single fields. */
export const aPage = (id: string, over: Partial<Page> = {}): Page => ({
  id,
  title: `Title ${id}`,
  slug: id,
  body: `Body of ${id}`,
  meta_title: null,
  meta_description: null,
  og_image_url: null,
  is_published: true,
  parent_id: null,
  show_in_menu: true,
  menu_order: 0,
  nav_label: null,
  ...provenance,
  ...over,
});

/** A published, unprotected demo. */
export const aDemo = (id: string, over: Partial<Demo> = {}): Demo => ({
  id,
  heading: `Demo ${id}`,
  slug: id,
  is_password_protected: false,
  ga_tracking_enabled: true,
  meta_title: null,
  meta_description: null,
  og_image_url: null,
  is_published: true,
  ...provenance,
  ...over,
});

/** A published, visible section. */
export const aSection = (id: string, over: Partial<Section> = {}): Section => ({
  id,
  section_key: 'why-it-matters',
  title: `Section ${id}`,
  content: null,
  cta_text: null,
  cta_url: null,
  image_url: null,
  order_index: 0,
  is_visible: true,
  is_published: true,
  ...provenance,
  ...over,
});

const byId = <T extends { id: string }>(items: T[]) => new Map(items.map((item) => [item.id, item]));
const bySlug = <T extends { slug: string; is_published: boolean }>(items: T[]) =>
  new Map(items.filter((item) => item.is_published).map((item) => [item.slug, item]));

/** A snapshot of the given content with default settings. */
export function aSnapshot(
  content: { pages?: Page[]; demos?: Demo[]; sections?: Section[]; embeds?: Record<string, string> } = {},
  over: Partial<Snapshot> = {},
): Snapshot {
  const { pages = [], demos = [], sections = [], embeds = {} } = content;
  return {
    pages: byId(pages),
    demos: byId(demos),
    sections: byId(sections),
    publishedPages: bySlug(pages),
    publishedDemos: bySlug(demos),
    embeds: new Map(Object.entries(embeds)),
    images: new Map(),
    settings: defaultSettings,
    config: { origin: 'http://site.test', adminOrigin: 'http://admin.test', embedOrigin: 'http://embed.test' },
    asOf: '2026-03-04',
    ...over,
  };
}
