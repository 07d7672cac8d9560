import { expect, test } from 'vitest';
import { defaultSettings, socialPlatforms } from '@frontage/model/kinds/settings';
import { socialLinks } from './social-links.ts';

const none = defaultSettings.social_links;

test('lists the platforms that have an address, in order', () => {
  const links = socialLinks({ ...none, github: 'https://g.example', facebook: 'https://f.example' });
  expect(links.map(({ label, url }) => [label, url])).toEqual([
    ['Facebook', 'https://f.example'],
    ['GitHub', 'https://g.example'],
  ]);
});

test('returns a distinct glyph for every platform', () => {
  const all = Object.fromEntries(Object.keys(socialPlatforms).map((platform) => [platform, 'https://x.example']));
  const glyphs = socialLinks({ ...none, ...all }).map(({ glyph }) => glyph);
  expect(new Set(glyphs).size).toBe(Object.keys(socialPlatforms).length);
});

test('returns an empty list without addresses', () => {
  expect(socialLinks(none)).toEqual([]);
});
