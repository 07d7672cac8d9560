import { expect, test } from 'vitest';
import { defaultSettings, settingSchemas } from './settings.ts';
import { long, testForms, type Case } from '../form-cases.fixture.ts';

const branding = { site_name: 'Brand', logo_url: '', primary_color: '', favicon_url: '' };
const general = { site_description: '', contact_email: '', default_og_image: '', site_url: '' };
const social = { facebook: '', twitter: '', linkedin: '', instagram: '', youtube: '', github: '' };

test('branding of an earlier version has the default typefaces, corners and no accent color', () => {
  expect(settingSchemas.branding.parse(branding)).toMatchObject({
    accent_color: null,
    typeface: 'jost',
    corner_radius: 'round',
    logo_dark_url: null,
  });
  for (const wrong of [{ typeface: 'comic' }, { corner_radius: 'oval' }])
    expect(settingSchemas.branding.safeParse({ ...branding, ...wrong }).success).toBe(false);
});

testForms([
  {
    form: 'social links',
    schema: settingSchemas.social_links,
    valid: social,
    cases: Object.keys(social).flatMap((platform): Case[] => [
      [platform, 'https://example.com/brand', null],
      [platform, 'brand', 'Must be a valid URL'],
      [platform, '/brand', 'Must be a valid URL'],
    ]),
  },
  {
    form: 'branding',
    schema: settingSchemas.branding,
    valid: branding,
    cases: [
      ['site_name', '', 'Site name is required'],
      ['logo_url', 'logo', 'Must be a valid URL'],
      ['logo_url', '/logo.svg', null],
      ['favicon_url', 'ftp://example.com/x', 'Must be a valid URL'],
      ['primary_color', '#0F284C', null],
      ['primary_color', '#0F284', 'Must be a valid hex color'],
      ['accent_color', '#0A7D55', null],
      ['accent_color', 'green', 'Must be a valid hex color'],
      ['typeface', 'book', null],
      ['typeface', '', null],
      ['corner_radius', 'square', null],
      ['logo_dark_url', '/logo-dark.svg', null],
      ['logo_dark_url', 'logo', 'Must be a valid URL'],
      ['primary_color', 'red', 'Must be a valid hex color'],
      ['primary_color', '#0F284C;}', 'Must be a valid hex color'],
    ],
  },
  {
    form: 'general',
    schema: settingSchemas.general,
    valid: general,
    cases: [
      ['site_description', long(500), null],
      ['site_description', long(501), 'Description must be less than 500 characters'],
      ['contact_email', 'hello@example.com', null],
      ['contact_email', 'hello', 'Must be a valid email'],
      ['default_og_image', 'x', 'Must be a valid URL'],
      ['site_url', 'https://example.com', null],
      ['site_url', 'https://user:pass@example.com', 'Must be a valid URL'],
    ],
  },
  {
    form: 'search, feed and language',
    schema: settingSchemas.visitors,
    valid: { search_enabled: true, feed_enabled: false, language: '' },
    cases: [
      ...['en', 'de-AT', 'zh-Hant-TW', 'es-419', 'gsw'].map((tag): Case => ['language', tag, null]),
      ...['english', 'e', 'en_US', 'en-', 'en-x', 'de-AT-', '"en"', 'en US'].map((tag): Case => [
        'language',
        tag,
        'Must be a language tag, such as en, pt-BR or zh-Hant',
      ]),
      ['search_enabled', 'yes', 'Invalid input: expected boolean, received string'],
    ],
  },
  {
    form: 'SEO',
    schema: settingSchemas.seo,
    valid: {
      sitemap_frequency: 'weekly',
      google_site_verification: 'a b',
      bing_site_verification: '',
      robots_custom_rules: 'Disallow: /x',
    },
    cases: [
      ['sitemap_frequency', 'daily', null],
      ['sitemap_frequency', 'monthly', null],
      ['sitemap_frequency', 'hourly', 'Invalid option: expected one of "daily"|"weekly"|"monthly"'],
    ],
  },
]);

test.each([
  ['https://Example.com/', 'https://example.com'],
  ['https://example.com/?utm_source=x#top', 'https://example.com'],
  ['https://example.com/index.html', 'https://example.com'],
  ['https://example.com/site/Index.htm?x', 'https://example.com/site'],
  ['https://example.com:443/site//', 'https://example.com/site'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['', null],
])('stores the site URL %j as %j', (typed, site_url) => {
  expect(settingSchemas.general.parse({ ...general, site_url: typed }).site_url).toBe(site_url);
});

test.each([
  ['abc-DEF_1', 'abc-DEF_1'],
  [' abc ', 'abc'],
  ['<meta name="google-site-verification" content="abc" />', 'abc'],
  ["<meta content='abc' name='msvalidate.01'>", 'abc'],
  ['<META NAME=google-site-verification CONTENT=abc>', 'abc'],
  ['content = "abc"', 'abc'],
  ['google-site-verification=abc', 'abc'],
  ['<?xml version="1.0"?><users><user>abc</user></users>', 'abc'],
  ['<meta name="google-site-verification" content="">', null],
])('stores the verification %j as %j', (typed, code) => {
  const { google_site_verification, bing_site_verification } = settingSchemas.seo.parse({
    ...defaultSettings.seo,
    google_site_verification: typed,
    bing_site_verification: typed,
  });
  expect([google_site_verification, bing_site_verification]).toEqual([code, code]);
});

test('spaces around a pasted analytics id are removed, and an invisible text is empty', () => {
  expect(settingSchemas.ga4_id.parse(' G-ABC123\n')).toBe('G-ABC123');
  expect(settingSchemas.ga4_id.parse('\u200b')).toBeNull();
});
