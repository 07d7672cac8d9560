import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { newDemo } from './demo.ts';
import { demoForm } from './demo-form.ts';
import { newPage, pageForm } from './page.ts';
import { newSection, sectionForm } from './section.ts';
import { settingSchemas } from './settings.ts';
import { inviteForm, signInForm, signUpForm } from './user.ts';

const long = (length: number) => 'x'.repeat(length);

/** Messages by field path of the first issues; {} when the input is valid. */
function problems(schema: z.ZodType, input: unknown): Record<string, string> {
  const result = schema.safeParse(input);
  if (result.success) return {};
  const said = result.error.issues.map((issue) => [issue.path.join('.'), issue.message] as const);
  return Object.fromEntries(said.reverse());
}

const page = { ...newPage, title: 'About', slug: 'about' };
const section = { ...newSection, section_key: 'hero', title: 'Welcome' };
const demo = { ...newDemo, heading: 'Mira', slug: 'mira', iframe_url: 'https://example.com' };
const branding = { site_name: 'Brand', logo_url: '', primary_color: '', favicon_url: '' };
const general = { site_description: '', contact_email: '', default_og_image: '', site_url: '' };
const social = { facebook: '', twitter: '', linkedin: '', instagram: '', youtube: '', github: '' };
const signUp = { first_name: '', last_name: '', email: 'ada@example.com', password: 'secret' };

type Case = [field: string, value: unknown, message: string | null];

const tables: { form: string; schema: z.ZodType; valid: object; cases: Case[] }[] = [
  {
    form: 'page',
    schema: pageForm,
    valid: page,
    cases: [
      ['title', '', 'Title is required'],
      ['title', '   ', 'Title is required'],
      ['title', long(200), null],
      ['title', long(201), 'Title must be less than 200 characters'],
      ['slug', '', 'Slug is required'],
      ['slug', long(100), null],
      ['slug', long(101), 'Slug must be less than 100 characters'],
      ['slug', 'About', 'Slug must be lowercase with hyphens only'],
      ['slug', 'a--b', 'Slug must be lowercase with hyphens only'],
      ['slug', '-a', 'Slug must be lowercase with hyphens only'],
      ['slug', 'a-', 'Slug must be lowercase with hyphens only'],
      ['slug', '../etc', 'Slug must be lowercase with hyphens only'],
      ['slug', 'a/b', 'Slug must be lowercase with hyphens only'],
      ['slug', 'über', 'Slug must be lowercase with hyphens only'],
      ['slug', 'a\n', 'Slug must be lowercase with hyphens only'],
      ['slug', 'a1-b2', null],
      ['slug', 'admin', 'This slug is reserved by the site'],
      ['slug', '404', 'This slug is reserved by the site'],
      ['slug', 'demos', 'This slug is reserved by the site'],
      ['meta_title', long(60), null],
      ['meta_title', long(61), 'Meta title should be under 60 characters'],
      ['meta_description', long(160), null],
      ['meta_description', long(161), 'Meta description should be under 160 characters'],
      ['og_image_url', '', null],
      ['og_image_url', 'https://example.com/a.png', null],
      ['og_image_url', '/a.png', null],
      ['og_image_url', 'a.png', 'Must be a valid URL'],
      ['og_image_url', 'javascript:alert(1)', 'Must be a valid URL'],
      ['og_image_url', 'data:image/png;base64,AA', 'Must be a valid URL'],
      ['og_image_url', '//example.com/a.png', 'Must be a valid URL'],
      ['nav_label', long(50), null],
      ['nav_label', long(51), 'Navigation label must be less than 50 characters'],
      ['menu_order', -1, 'Order must be a whole number, 0 or more'],
      ['menu_order', 1.5, 'Order must be a whole number, 0 or more'],
      ['menu_order', 0, null],
      ['menu_order', Number.MAX_SAFE_INTEGER, null],
      ['menu_order', 2 ** 53, 'Order must be at most 9,007,199,254,740,991'],
      ['menu_order', 2 ** 63, 'Order must be at most 9,007,199,254,740,991'],
      ['menu_order', Number.NaN, 'Order must be a whole number, 0 or more'],
      ['parent_id', null, null],
      ['body', long(200_000), null],
      ['body', long(200_001), 'Body must be less than 200,000 characters'],
    ],
  },
  {
    form: 'homepage section',
    schema: sectionForm,
    valid: section,
    cases: [
      ['section_key', undefined, 'Section key is required'],
      ['section_key', '', 'Section key is required'],
      ['section_key', 'footer', 'Section key is required'],
      ['section_key', 'why-it-matters', null],
      ['title', '', 'Title is required'],
      ['title', long(201), 'Title must be less than 200 characters'],
      ['cta_text', long(100), null],
      ['cta_text', long(101), 'CTA text must be less than 100 characters'],
      ['cta_url', '', null],
      ['cta_url', '#', null],
      ['cta_url', '#top', 'Must be a valid URL or path'],
      ['cta_url', '/demos', null],
      ['cta_url', 'http://example.com', null],
      ['cta_url', 'https://example.com/a?b#c', null],
      ['cta_url', 'example.com', 'Must be a valid URL or path'],
      ['cta_url', '//example.com', 'Must be a valid URL or path'],
      ['cta_url', '/\\example.com', 'Must be a valid URL or path'],
      ['cta_url', '/a\tb', 'Must be a valid URL or path'],
      ['cta_url', 'https:example.com', 'Must be a valid URL or path'],
      ['cta_url', 'https://example.com\\@evil.example', 'Must be a valid URL or path'],
      ['cta_url', 'https://example.com\\b', 'Must be a valid URL or path'],
      ['cta_url', 'javascript:alert(1)', 'Must be a valid URL or path'],
      ['order_index', -1, 'Order must be a whole number, 0 or more'],
      ['order_index', 0.5, 'Order must be a whole number, 0 or more'],
      ['order_index', Number.NaN, 'Order must be a whole number, 0 or more'],
      ['content', '', null],
      ['image_url', null, null],
    ],
  },
  {
    form: 'demo',
    schema: demoForm({ hasPassword: false }),
    valid: demo,
    cases: [
      ['heading', '', 'Heading is required'],
      ['heading', long(201), 'Heading must be less than 200 characters'],
      ['slug', '', 'Slug is required'],
      ['slug', 'Mira', 'Slug must contain only lowercase letters, numbers, and hyphens'],
      ['slug', 'a_b', 'Slug must contain only lowercase letters, numbers, and hyphens'],
      ['slug', 'a--b', null],
      ['slug', long(101), 'Slug must be less than 100 characters'],
      ['slug', 'preview', 'This slug is reserved by the site'],
      ['iframe_url', '', 'Embed code is required'],
      ['iframe_url', '   ', 'Embed code is required'],
      ['iframe_url', 'http://example.com/x', null],
      ['iframe_url', 'httpx', 'Must be a valid URL, iframe embed code, or script-based embed code'],
      ['iframe_url', 'hello', 'Must be a valid URL, iframe embed code, or script-based embed code'],
      ['iframe_url', '<b>hello</b>', 'Must be a valid URL, iframe embed code, or script-based embed code'],
      [
        'iframe_url',
        '<iframe src="https://a.example">',
        'Must be a valid URL, iframe embed code, or script-based embed code',
      ],
      ['iframe_url', '<iframe src="https://a.example"></iframe>', null],
      ['iframe_url', "<iframe width=1 src='https://a.example'></iframe>", null],
      ['iframe_url', '<iframe></iframe>', 'Iframe embeds must contain a src attribute'],
      ['iframe_url', '<iframe data-src="https://a.example"></iframe>', 'Iframe embeds must contain a src attribute'],
      ['iframe_url', '<iframe src="javascript:alert(1)"></iframe>', 'Iframe embeds must contain a src attribute'],
      ['iframe_url', '<script src="https://a.example/x.js"></script>', null],
      ['iframe_url', '<link rel="stylesheet" href="https://a.example/x.css"><div></div>', null],
      ['iframe_url', '<script></script><iframe></iframe>', 'Iframe embeds must contain a src attribute'],
      ['meta_title', long(61), 'Meta title should be under 60 characters'],
      ['meta_description', long(161), 'Meta description should be under 160 characters'],
      ['password', 'short', null],
    ],
  },
  {
    form: 'protected demo without a stored password',
    schema: demoForm({ hasPassword: false }),
    valid: { ...demo, is_password_protected: true, password: '12345678' },
    cases: [
      ['password', '', 'Password must be at least 8 characters when protection is enabled'],
      ['password', '1234567', 'Password must be at least 8 characters when protection is enabled'],
      ['password', '12345678', null],
    ],
  },
  {
    form: 'protected demo with a stored password',
    schema: demoForm({ hasPassword: true }),
    valid: { ...demo, is_password_protected: true },
    cases: [
      ['password', '', null],
      ['password', '1234567', 'Password must be at least 8 characters when protection is enabled'],
    ],
  },
  {
    form: 'sign-in',
    schema: signInForm,
    valid: { email: 'ada@example.com', password: 'x' },
    cases: [
      ['email', '', 'Email is required'],
      ['email', 'ada', 'Must be a valid email'],
      ['password', '', 'Password is required'],
    ],
  },
  {
    form: 'sign-up',
    schema: signUpForm,
    valid: signUp,
    cases: [
      ['email', '', 'Email is required'],
      ['password', '12345', 'Password must be at least 6 characters'],
      ['password', '123456', null],
      ['first_name', '', null],
      ['last_name', 'Lovelace', null],
      ['last_name', long(101), 'Name must be less than 100 characters'],
    ],
  },
  {
    form: 'invite',
    schema: inviteForm,
    valid: { email: 'ada@example.com', role: 'author' },
    cases: [
      ['email', '', 'Please enter an email address'],
      ['email', 'ada@', 'Must be a valid email'],
      ['role', 'owner', 'Invalid option: expected one of "admin"|"editor"|"author"|"viewer"'],
    ],
  },
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
];

describe.each(tables)('$form form', ({ schema, valid, cases }) => {
  it('accepts its valid example', () => {
    expect(problems(schema, valid)).toEqual({});
  });

  it.each(cases)('%s = %j → %s', (field, value, message) => {
    const shown = problems(schema, { ...valid, [field]: value });
    expect(shown).toEqual(message === null ? {} : { [field]: message });
  });
});

it('sends empty optional strings as null', () => {
  expect(sectionForm.parse(section)).toMatchObject({ content: null, cta_text: null, cta_url: null, image_url: null });
  expect(pageForm.parse(page)).toMatchObject({ body: null, meta_title: null, og_image_url: null, nav_label: null });
});

it('reports a missing demo password beside whatever else is wrong', () => {
  const entered = { ...newDemo, is_password_protected: true };
  const { error } = demoForm({ hasPassword: false }).safeParse(entered);
  expect(error?.issues.map((issue) => issue.path[0])).toEqual(
    expect.arrayContaining(['heading', 'slug', 'iframe_url', 'password']),
  );
});
