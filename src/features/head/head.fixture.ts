import type { DemoView, PageView, Site } from '@frontage/model/content';
import { bareDemo, barePage } from '@frontage/model/content.fixture';
import type { Image } from '@frontage/model/uploads';
import { defaultSettings } from '@frontage/model/kinds/settings';

export const aSite = (over: Partial<Site> = {}): Site => ({
  origin: 'https://brand.example',
  adminOrigin: 'https://admin.brand.example',
  embedOrigin: 'https://embed.brand.example',
  branding: { ...defaultSettings.branding, site_name: 'Brand' },
  social: defaultSettings.social_links,
  general: { ...defaultSettings.general, site_description: 'What the site is about' },
  verification: { google: null, bing: null },
  analyticsId: null,
  language: 'en',
  hasSearch: false,
  hasFeed: false,
  year: 2026,
  ...over,
});

export const aPageView = (over: Partial<PageView> = {}): PageView => ({
  ...barePage,
  id: 'p',
  title: 'Title',
  slug: 'slug',
  body: 'The **body**.',
  created_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-02-03T04:05:06.000Z',
  updatedOn: 'February 3, 2026',
  ...over,
});

export const aDemoView = (over: Partial<DemoView> = {}): DemoView => ({
  ...bareDemo,
  id: 'd',
  heading: 'Heading',
  slug: 'slug',
  created_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-02-03T04:05:06.000Z',
  embed: null,
  ...over,
});

export const anImage: Image = { src: '/assets/images/k-960.webp', width: 960, height: 504, sources: [] };
