import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileSite } from '../../../pipeline/adapters/astro/compile.ts';
import { openRenderer } from '../../../pipeline/adapters/astro/render.ts';
import type { Renderer } from '../../../pipeline/render/renderer.ts';
import { queries, type Content } from '../../../model/content.ts';
import { aDemo, aPage, aSection, aSnapshot } from '../../../model/content.fixture.ts';
import { defaultSettings } from '../../../model/kinds/settings.ts';
import { compiledFolder } from '../../data-folders.ts';

const root = join(import.meta.dirname, '../../..');

const picture = 'https://images.example/a.png';
const hero = { section_key: 'hero', title: 'Hero', content: 'Hero text', image_url: picture } as const;
const { branding, general, social_links } = defaultSettings;
const snapshot = aSnapshot(
  {
    pages: [aPage('about', { show_in_menu: true })],
    demos: [
      aDemo('open', { meta_description: 'Described', og_image_url: picture }),
      aDemo('locked', { is_password_protected: true }),
    ],
    embeds: { open: 'https://example.com/' },
    sections: [
      aSection('top', { ...hero, cta_text: 'Go', cta_url: '/demos' }),
      aSection('why', { content: 'Because', image_url: picture }),
    ],
  },
  {
    settings: {
      ...defaultSettings,
      branding: { ...branding, logo_url: picture },
      general: { ...general, site_description: 'Described', contact_email: 'us@example.com' },
      social_links: { ...social_links, github: 'https://github.example/' },
    },
  },
);
const content = Object.fromEntries(
  Object.entries(queries).map(([name, query]) => [name, (...args: never[]) => (query as Query)(snapshot, ...args)]),
) as unknown as Content;

type Query = (of: typeof snapshot, ...args: never[]) => unknown;

let renderer: Renderer;
beforeAll(async () => {
  renderer = await openRenderer(
    await compileSite({ root, outDir: join(compiledFolder, 'compiled'), log: () => undefined }),
  );
}, 120_000);

const render = async (path: string, marks?: boolean): Promise<string> => {
  const rendered = await renderer.render(path, content, marks === undefined ? {} : { marks });
  if (!rendered.ok) throw new Error(rendered.message);
  return String(rendered.body);
};
const marksIn = (html: string) => new Set([...html.matchAll(/ data-edit="([^"]*)"/g)].map(([, mark]) => mark));

const everywhere = [
  'pages/about/nav_label',
  'settings/branding/logo_url',
  'settings/branding/site_name',
  'settings/general/contact_email',
  'settings/general/site_description',
  'settings/social_links/github',
];
const inHeader = everywhere.filter((mark) => !/general|social/.test(mark));
const sectionMarks = (id: string, ...fields: string[]) => fields.map((field) => `sections/${id}/${field}`);
const cardMarks = (id: string, ...fields: string[]) => fields.map((field) => `demos/${id}/${field}`);

describe('edit marks of a preview', () => {
  it.each([
    ['/page/about', ['pages/about/title', 'pages/about/body', ...everywhere]],
    [
      '/',
      [
        ...sectionMarks('top', 'title', 'content', 'cta_text', 'image_url'),
        ...sectionMarks('why', 'title', 'content', 'image_url'),
        ...everywhere,
      ],
    ],
    [
      '/demos',
      [
        ...cardMarks('open', 'heading', 'meta_description', 'og_image_url'),
        ...cardMarks('locked', 'heading', 'is_password_protected'),
        ...everywhere,
      ],
    ],
    ['/demo/open', [...cardMarks('open', 'heading', 'iframe_url'), ...inHeader]],
    ['/demo/locked', [...cardMarks('locked', 'heading'), ...inHeader]],
  ])('name the fields of %s', async (path, marks) => {
    const html = await render(path, true);
    expect([...marksIn(html)].sort()).toEqual([...marks].sort());
  });

  it.each(['/page/about', '/', '/demos', '/demo/open', '/demo/locked', '/page/none'])(
    'are the only difference between the preview of %s and the published page',
    async (path) => {
      const served = await render(path);
      expect(marksIn(served).size).toBe(0);
      expect(await render(path, false)).toBe(served);
      expect((await render(path, true)).replaceAll(/ data-edit="[^"]*"/g, '')).toBe(served);
    },
  );
});
