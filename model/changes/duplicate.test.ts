import { describe, expect, it } from 'vitest';
import { aDemo, aPage, aSection } from '../content.fixture.ts';
import { limits } from '../limits.ts';
import { pageForm } from '../kinds/page.ts';
import { demoSlugs, pageSlugs } from '../slug.ts';
import { copyFields, copyName, copySlug } from './duplicate.ts';

describe('copy', () => {
  it('is unpublished, has a new name, and no stamps', () => {
    const page = aPage('p1', { parent_id: 'p2', body: 'Text' });
    const fields = copyFields('page', page, { slug: 'p1-copy' });
    expect(fields).toMatchObject({ title: 'Title p1 (copy)', slug: 'p1-copy', is_published: false, parent_id: 'p2' });
    expect(pageForm.parse(fields)).toEqual(fields);
  });

  it.each([
    ['section', copyFields('section', aSection('s1'), { order_index: 7 }), { order_index: 7, is_published: false }],
    [
      'demo',
      copyFields('demo', aDemo('d1'), { slug: 'x' }),
      { heading: 'Demo d1 (copy)', is_password_protected: false },
    ],
  ])('of a %s has no stamps and no id', (_kind, fields, expected) => {
    expect(fields).toMatchObject(expected);
    expect(Object.keys(fields)).not.toContain('rev');
    expect(Object.keys(fields)).not.toContain('id');
  });

  it('has a name within the length limit', () => {
    expect(copyName('x'.repeat(limits.title))).toHaveLength(limits.title);
    expect(copyName('About')).toBe('About (copy)');
  });

  it.each([
    ['page', 'about', 'about-copy', pageSlugs.schema],
    ['page', 'x'.repeat(limits.slug), `${'x'.repeat(limits.slug - 5)}-copy`, pageSlugs.schema],
    ['page', `${'x'.repeat(94)}-yyyyy`, `${'x'.repeat(94)}-copy`, pageSlugs.schema],
    ['demo', 'ada--lovelace-', 'ada-lovelace-copy', demoSlugs.schema],
  ] as const)('of the %s %s has the slug %s', (...[kind, slug, expected, schema]) => {
    expect(copySlug(kind, slug)).toBe(expected);
    expect(schema.safeParse(expected).success).toBe(true);
  });
});
