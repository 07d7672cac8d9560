import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldTag, demoSlugs, numberedSlug, pageSlugs, reservedSlugs, slugFromHeading, slugFromTitle } from './slug.ts';

describe('slugFromTitle', () => {
  it.each([
    ['About Us', 'about-us'],
    ['  Hello,   World!  ', 'hello-world'],
    ['C++ & Rust', 'c-rust'],
    ['a - b -- c', 'a-b-c'],
    ['Über uns', 'uber-uns'],
    ['Press & Médias — Überblick', 'press-medias-uberblick'],
    ['Straße Łódź', 'strasse-lodz'],
    ['日本語 2', '2'],
    ['日本語', ''],
    ['tab\tand\nline', 'tab-and-line'],
    ['!!!', ''],
  ])('converts %j to %j', (title, slug) => {
    expect(slugFromTitle(title)).toBe(slug);
  });

  it('suggests only slugs that are valid, reserved or empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
        const slug = slugFromTitle(title);
        return slug === '' || reservedSlugs.includes(slug) || pageSlugs.schema.safeParse(slug).success;
      }),
    );
  });
});

describe('slugFromHeading', () => {
  it.each([
    ['Meet Mira', 'meet-mira'],
    ['Mira & Co.', 'mira-co'],
    ['--Mira--', 'mira'],
    ['a_b', 'a-b'],
    ['Café Crème', 'cafe-creme'],
    ['Þór—Ærø', 'thor-aero'],
    ['Ελλάδα', ''],
  ])('converts %j to %j', (heading, slug) => {
    expect(slugFromHeading(heading)).toBe(slug);
  });

  it('suggests only slugs that are valid, reserved or empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (heading) => {
        const slug = slugFromHeading(heading);
        return slug === '' || reservedSlugs.includes(slug) || demoSlugs.schema.safeParse(slug).success;
      }),
    );
  });
});

it.each(reservedSlugs)('%s is reserved for pages and demos', (slug) => {
  expect(pageSlugs.schema.safeParse(slug).success).toBe(false);
  expect(demoSlugs.schema.safeParse(slug).success).toBe(false);
});

it.each([
  ['search', true],
  ['feed', true],
  ['admin', false],
])('a stored document may have the slug %s: %s', (slug, expected) => {
  expect(pageSlugs.stored.safeParse(slug).success).toBe(expected);
  expect(demoSlugs.stored.safeParse(slug).success).toBe(expected);
});

it.each([
  ['Product News', 'product-news'],
  ['Ümläut & Co.', 'umlaut-co'],
  ['日本', ''],
])('the address of the tag %j is %j', (tag, address) => {
  expect(foldTag(tag)).toBe(address);
});

describe('numberedSlug', () => {
  it.each([
    ['about', 2, 'about-2'],
    ['about-2', 3, 'about-3'],
    ['x'.repeat(100), 12, `${'x'.repeat(97)}-12`],
    [`${'x'.repeat(97)}-yy`, 2, `${'x'.repeat(97)}-2`],
  ])('of %s with %d is %s', (slug, number, expected) => {
    expect(numberedSlug(slug, number)).toBe(expected);
    expect(pageSlugs.schema.safeParse(expected).success).toBe(true);
  });
});
