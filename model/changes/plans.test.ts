import { describe, expect, it } from 'vitest';
import { baseAfter, changeOf, planSave, type SaveIntent } from './document-writes.ts';
import { planDelete } from './trash.ts';
import { serverTime, type Write } from './write.ts';

/** Formats the writes of a batch, such as `set pages/p1`. */
const steps = (writes: readonly Write[]) => writes.map(({ type, path }) => `${type} ${path}`);

const stamps = { updated_at: serverTime, updated_by: 'ada' };
const page = (intent: Partial<SaveIntent>): SaveIntent => ({
  kind: 'page',
  id: 'p1',
  base: null,
  fields: { slug: 'about' },
  companions: {},
  uid: 'ada',
  ...intent,
});
const demo = (intent: Partial<SaveIntent>): SaveIntent => page({ kind: 'demo', id: 'd1', ...intent });
const open = { slug: 'x', is_password_protected: false };
const locked = { slug: 'x', is_password_protected: true };

const draftBy = (created_by: string, base_rev: number) => ({
  version: 'v1',
  hasEmbed: false,
  draft: { authors: null, review: null, base_rev, created_by },
});

describe('planSave', () => {
  it.each<[string, SaveIntent, string[]]>([
    ['a new page', page({}), ['set pages/p1', 'set slugs/page:about']],
    ['a page with an unchanged slug', page({ base: baseAfter(1, { slug: 'about' }) }), ['update pages/p1']],
    [
      'a page with a changed slug',
      page({ base: baseAfter(1, { slug: 'us' }) }),
      ['update pages/p1', 'set slugs/page:about'],
    ],
    ['a page with an invalid slug', page({ fields: { slug: 'a/b' } }), ['set pages/p1']],
    ['a section', page({ kind: 'section' }), ['set homepage_sections/p1']],
    ['a setting', page({ kind: 'setting', id: 'seo', fields: { value: {} } }), ['set site_settings/seo']],
    [
      'a demo with embed and password',
      demo({ fields: locked, companions: { embed: 'x', passwordHash: 'y' } }),
      ['set demo_pages/d1', 'set slugs/demo:x', 'set demo_embeds/d1', 'set demo_secrets/d1'],
    ],
    [
      'a demo whose protection is turned off',
      demo({ base: baseAfter(1, locked), fields: open }),
      ['update demo_pages/d1', 'delete demo_secrets/d1'],
    ],
    ['an unprotected demo', demo({ base: baseAfter(1, open), fields: open }), ['update demo_pages/d1']],
    [
      'a single field',
      changeOf({ kind: 'page', id: 'p1', rev: 3, fields: { title: 'A' }, uid: 'ada' }),
      ['update pages/p1'],
    ],
  ])('returns the writes of %s', (_name, intent, expected) => {
    expect(steps(planSave(intent).writes)).toEqual(expected);
  });

  it.each<[string, SaveIntent, object]>([
    ['a new page', page({}), { slug: 'about', rev: 1, ...stamps, created_at: serverTime, created_by: 'ada' }],
    [
      "a new page from another user's draft",
      page({ draft: draftBy('bob', 0) }),
      { slug: 'about', rev: 1, ...stamps, created_at: serverTime, created_by: 'bob' },
    ],
    [
      'a page that is created again with the draft of the deleted one',
      page({ draft: draftBy('bob', 3) }),
      { slug: 'about', rev: 1, ...stamps, created_at: serverTime, created_by: 'ada' },
    ],
    ['a changed page', page({ base: baseAfter(4, { slug: 'about' }) }), { slug: 'about', rev: 5, ...stamps }],
    ['a new setting', page({ kind: 'setting', fields: { value: 1 } }), { value: 1, rev: 1, ...stamps }],
  ])('adds the stamps of %s', (_name, intent, data) => {
    expect(planSave(intent).writes[0]).toHaveProperty('data', data);
  });
});

describe('planDelete', () => {
  const data = { slug: 'x', rev: 2, created_by: 'bob' };

  it('omits missing companions', () => {
    const deletion = {
      kind: 'section',
      id: 's1',
      data: { rev: 1 },
      embed: null,
      uid: 'ada',
    } as const;
    expect(steps(planDelete(deletion))).toEqual(['delete homepage_sections/s1', 'set trash/homepage_sections_s1']);
  });

  it('moves all companions to the trash', () => {
    const writes = planDelete({ kind: 'demo', id: 'd1', data, embed: '<p>', uid: 'ada' });
    expect(steps(writes)).toEqual(['delete demo_pages/d1', 'delete demo_embeds/d1', 'set trash/demo_pages_d1']);
  });
});
