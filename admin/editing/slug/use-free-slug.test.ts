import { pageSlug } from '@frontage/model/slug';
import { describe, expect, it } from 'vitest';
import { numberedSlug } from './use-free-slug.ts';

describe('a slug like one that is taken', () => {
  it.each([
    ['about', 2, 'about-2'],
    ['about-2', 3, 'about-3'],
    ['x'.repeat(100), 12, `${'x'.repeat(97)}-12`],
    [`${'x'.repeat(97)}-yy`, 2, `${'x'.repeat(97)}-2`],
  ])('%s, %d: %s', (slug, number, expected) => {
    expect(numberedSlug(slug, number)).toBe(expected);
    expect(pageSlug.safeParse(expected).success).toBe(true);
  });
});
