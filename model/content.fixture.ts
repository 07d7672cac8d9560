import { cardSourceOf, menuPageOf, type Snapshot } from './content.ts';
import { z } from 'zod';
import { demoFields, newDemo, type Demo } from './kinds/demo.ts';
import { formShape } from './kinds/field.ts';
import { newPage, pageForm, type Page, type PageFields } from './kinds/page.ts';
import { newSection, sectionForm, type Section, type SectionFields } from './kinds/section.ts';
import { noSearch } from './search.ts';
import { defaultSettings } from './kinds/settings.ts';
import { changedIndex, changedParts, documentEntry, lineOf, noSitemap } from './sitemap.ts';

const provenance = {
  rev: 1,
  created_at: '2026-01-02T03:04:05.000Z',
  created_by: 'ada',
  updated_at: '2026-02-03T04:05:06.000Z',
  updated_by: 'ada',
};

/** A stored page with required fields only. */
export const barePage: PageFields = pageForm.parse({ ...newPage, title: 'About', slug: 'about', is_published: true });

/** A stored section with required fields only. */
export const bareSection: SectionFields = sectionForm.parse({
  ...newSection,
  section_key: 'why-it-matters',
  title: 'Why it matters',
  is_published: true,
});

const demoSchema = z.object(formShape(demoFields));

/** A stored demo with required fields only, without its embed code. */
export const bareDemo: z.output<typeof demoSchema> = demoSchema.parse({
  ...newDemo,
  heading: 'Ada',
  slug: 'ada',
  is_published: true,
});

/** A published page; `over` changes single fields. */
export const aPage = (id: string, over: Partial<Page> = {}): Page => ({
  id,
  ...barePage,
  title: `Title ${id}`,
  slug: id,
  body: `Body of ${id}`,
  ...provenance,
  ...over,
});

/** A published, unprotected demo. */
export const aDemo = (id: string, over: Partial<Demo> = {}): Demo => ({
  id,
  ...bareDemo,
  heading: `Demo ${id}`,
  slug: id,
  ...provenance,
  ...over,
});

/** A published, visible section. */
export const aSection = (id: string, over: Partial<Section> = {}): Section => ({
  id,
  ...bareSection,
  title: `Section ${id}`,
  ...provenance,
  ...over,
});

const entryOf = <T>(key: string, value: T | undefined): [string, T][] => (value === undefined ? [] : [[key, value]]);
const byId = <T extends { id: string }>(items: T[]) => new Map(items.map((item) => [item.id, item]));
const bySlug = <T extends { slug: string; is_published: boolean }>(items: T[]) =>
  new Map(items.filter((item) => item.is_published).map((item) => [item.slug, item]));

/** A snapshot of the given content with default settings. */
export function aSnapshot(
  content: { pages?: Page[]; demos?: Demo[]; sections?: Section[]; embeds?: Record<string, string> } = {},
  over: Partial<Snapshot> = {},
): Snapshot {
  const { pages = [], demos = [], sections = [], embeds = {} } = content;
  const [publishedPages, publishedDemos] = [bySlug(pages), bySlug(demos)];
  const entries = [
    ...[...publishedPages.values()].map((page) => documentEntry('page', page)),
    ...[...publishedDemos.values()].map((demo) => documentEntry('demo', demo)),
  ];
  const parts = changedParts(
    noSitemap,
    entries.map((entry) => [entry.path, lineOf(entry)]),
  );
  return {
    sections: byId(sections),
    publishedPages,
    publishedDemos,
    pageSlugs: byId(pages),
    demoSlugs: byId(demos),
    entries: new Map(),
    entrySlugs: new Map(),
    lists: new Map(),
    neighbors: new Map(),
    menu: new Map([...publishedPages].flatMap(([slug, page]) => entryOf(slug, menuPageOf(page)))),
    cards: new Map([...publishedDemos].map(([slug, demo]) => [slug, cardSourceOf(demo)])),
    sitemap: new Map([...(parts.size === 0 ? noSitemap : parts)].flatMap(([part, content]) => entryOf(part, content))),
    sitemapIndex: changedIndex([], parts),
    search: noSearch.shards,
    newestPages: [...publishedPages.keys()],
    embeds: new Map(Object.entries(embeds)),
    images: new Map(),
    media: new Map(),
    settings: defaultSettings,
    config: { origin: 'http://site.test', adminOrigin: 'http://admin.test', embedOrigin: 'http://embed.test' },
    asOf: '2026-03-04',
    ...over,
  };
}
