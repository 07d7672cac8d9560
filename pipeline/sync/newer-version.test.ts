import { expect, it } from 'vitest';
import { publishHint } from '@frontage/model/webhook';
import type { ContentCollection } from '@frontage/model/content-collections';
import { aDemo, anEmbed, aPage, aSection, aSetting } from './documents.fixture.ts';
import type { JsonObject } from './source.ts';
import { validateDocument } from './validate.ts';

// Rules, functions and admin may be newer than the pipeline, for the minutes of a deployment or for days.

const branding = { site_name: 'Ada', logo_url: '', primary_color: '#123456', favicon_url: null };

it.each<[ContentCollection, string, JsonObject]>([
  ['pages', 'x', aPage()],
  ['demo_pages', 'x', aDemo()],
  ['demo_embeds', 'x', anEmbed()],
  ['homepage_sections', 'x', aSection()],
  ['site_settings', 'branding', aSetting(branding)],
  ['slugs', 'page:x', { id: 'x' }],
  [
    'redirects',
    '0123',
    { from: '/a', to: '/b', status: 301, updated_at: aPage()['updated_at'] ?? null, updated_by: 'ada' },
  ],
])('ignores a field of a newer version: %s', (collection, id, data) => {
  const known = validateDocument(collection, id, data);
  expect(known).toMatchObject({ ok: true });
  expect(validateDocument(collection, id, { ...data, of_a_newer_version: { deep: [1] } })).toEqual(known);
});

it('ignores a field of a newer version in a setting', () => {
  const known = validateDocument('site_settings', 'branding', aSetting(branding));
  const newer = aSetting({ ...branding, of_a_newer_version: true });
  expect(validateDocument('site_settings', 'branding', newer)).toEqual(known);
});

it('reports a setting of a newer version by its path', () => {
  expect(validateDocument('site_settings', 'of_a_newer_version', aSetting({ a: 1 }))).toEqual({
    ok: false,
    problems: [
      {
        document: 'site_settings/of_a_newer_version',
        field: null,
        message: 'There is no setting "of_a_newer_version"',
      },
    ],
  });
});

it('accepts a hint with unknown fields and an unknown collection', () => {
  const hint = {
    type: 'content.written',
    timestamp: '2026-01-02T03:04:05.678Z',
    data: { documents: ['pages/a', 'of_a_newer_version/a'], because: 'saved' },
    trace: 'x',
  };
  expect(publishHint.parse(hint).data.documents).toEqual(hint.data.documents);
});
