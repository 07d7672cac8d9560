import { expect, it } from 'vitest';
import { newPage, pageForm } from './page.ts';
import { long, testForms } from '../form-cases.fixture.ts';

const page = { ...newPage, title: 'About', slug: 'about' };

testForms([
  {
    form: 'page',
    schema: pageForm,
    valid: page,
    cases: [
      ['title', '', 'Title is required'],
      ['title', '   ', 'Title is required'],
      ['title', '\u00ad\u200b\u2060', 'Title is required'],
      ['title', '\u3164\u2800', 'Title is required'],
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
]);

it('sends empty optional strings as null', () => {
  expect(pageForm.parse(page)).toMatchObject({ body: null, meta_title: null, og_image_url: null, nav_label: null });
});
