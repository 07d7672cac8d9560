import { expect, test } from 'vitest';
import { skippedContent } from './skipped-content.ts';

test.each([
  ['pages/p1', 'slug', { name: 'Page p1', to: '/admin/pages/p1', reason: 'URL slug: no' }],
  ['demo_embeds/d1', 'iframe_url', { name: 'Demo d1', to: '/admin/demos/d1', reason: 'Embed code: no' }],
  ['site_settings/branding', 'logo_url', { name: 'Settings branding', to: '/admin/settings', reason: 'Logo: no' }],
  ['homepage_sections/s', null, { name: 'Homepage section s', to: '/admin/homepage/s', reason: 'no' }],
  ['/demos', null, { name: '/demos', to: null, reason: 'no' }],
])('describes a problem of %s, field %s', (document, field, expected) =>
  expect(skippedContent({ document, field, message: 'no' })).toEqual(expected),
);
