import { describe, expect, it } from 'vitest';
import { newPage } from '../kinds/page.ts';
import { consumedDraft, planDraft, type DraftIntent } from './document-writes.ts';
import { planPublish, type Publication } from './plan-change.ts';
import { serverTime, type Write } from './write.ts';

const steps = (writes: readonly Write[]) => writes.map(({ type, path }) => `${type} ${path}`);
const dataOf = (write: Write | undefined) => (write && write.type !== 'delete' ? write.data : null);

const intent = (rest: Partial<DraftIntent>): DraftIntent => ({
  kind: 'page',
  id: 'p1',
  before: null,
  uid: 'ada',
  name: 'Ada',
  ...rest,
});
const entered = { data: { title: 'A' }, base_rev: 2 };
const stamps = { name: 'Ada', updated_at: serverTime, updated_by: 'ada' };
const typed = { typed_at: serverTime, typed_by: 'ada', typed_name: 'Ada', authors: ['ada'] };
const stored = { rev: 4, data: { title: 'Before' }, authors: ['ada'] };
const unchangedText = { ...stored, data: entered.data };

describe('planDraft', () => {
  it.each<[string, DraftIntent, object]>([
    [
      'a new draft',
      intent({ entered }),
      {
        ...entered,
        ...stamps,
        ...typed,
        rev: 1,
        collection: 'pages',
        id: 'p1',
        review: null,
        note: null,
        noted: null,
        created_at: serverTime,
        created_by: 'ada',
      },
    ],
    ['changed content', intent({ before: stored, entered }), { ...entered, ...stamps, ...typed, rev: 5 }],
    [
      'content changed by another author',
      intent({ before: { ...stored, authors: ['bob'] }, entered }),
      { ...entered, ...stamps, ...typed, rev: 5, authors: ['bob', 'ada'] },
    ],
    [
      'changed content of an earlier version',
      intent({ before: { rev: 4, data: {} }, entered }),
      { ...entered, ...stamps, ...typed, rev: 5 },
    ],
    ['a changed base revision', intent({ before: unchangedText, entered }), { ...entered, ...stamps, rev: 5 }],
    [
      'a submission with changed content',
      intent({ before: stored, entered, review: { type: 'submit', message: 'Prices went up' } }),
      {
        ...{ ...entered, ...stamps, ...typed, rev: 5 },
        ...{ review: { rev: 5, by: 'ada', name: 'Ada', message: 'Prices went up' }, note: null, noted: null },
      },
    ],
    [
      'a return with unchanged content',
      intent({ before: unchangedText, entered, review: { type: 'return', note: 'No' } }),
      { ...entered, ...stamps, rev: 5, review: null, note: 'No', noted: { by: 'ada', name: 'Ada' } },
    ],
    [
      'a withdrawal',
      intent({ before: stored, review: { type: 'withdraw' } }),
      { ...stamps, rev: 5, review: null, note: null, noted: null },
    ],
  ])('writes %s', (_name, intent, data) => {
    expect(planDraft(intent).writes.map(dataOf)).toEqual([data]);
  });

  it('stores the embed code of a demo separately', () => {
    const { writes } = planDraft(intent({ kind: 'demo', id: 'd1', entered: { ...entered, embed: 'x' } }));
    expect(steps(writes)).toEqual(['set drafts/demo_pages_d1', 'set draft_embeds/d1']);
    expect(dataOf(writes[0])).not.toHaveProperty('embed');
  });

  it('deletes the draft only in the version that was read', () => {
    expect(consumedDraft('demo', 'd1', { version: 'v', hasEmbed: true })).toEqual([
      { type: 'delete', path: 'drafts/demo_pages_d1', version: 'v' },
      { type: 'delete', path: 'draft_embeds/d1' },
    ]);
    expect(consumedDraft('setting', 'seo', { version: null, hasEmbed: false })).toEqual([
      { type: 'delete', path: 'drafts/site_settings_seo' },
    ]);
  });
});

describe('planPublish', () => {
  const page = { ...newPage, title: 'Us', slug: 'us' };
  const demo = {
    heading: 'Ada',
    slug: 'ada',
    is_password_protected: false,
    ga_tracking_enabled: true,
    is_published: true,
  };
  const publication = (rest: Partial<Publication>): Publication => ({
    kind: 'page',
    id: 'p1',
    document: { rev: 2, slug: 'about' },
    draft: { data: page, base_rev: 2, review: null },
    embed: null,
    read: { version: null, hasEmbed: false },
    uid: 'eve',
    ...rest,
  });
  const ofDemo = (data: object, rest: Partial<Publication> = {}) =>
    publication({
      kind: 'demo',
      id: 'd1',
      draft: { data: { ...demo, ...data }, base_rev: 2, review: null },
      embed: 'https://a.example',
      ...rest,
    });

  it.each<[string, Publication, string[]]>([
    [
      'reserves the new slug and deletes the draft',
      publication({}),
      ['update pages/p1', 'set slugs/page:us', 'delete drafts/pages_p1'],
    ],
    [
      'publishes the embed code of the draft',
      ofDemo(
        {},
        { document: { rev: 2, slug: 'ada', is_password_protected: true }, read: { version: 'v', hasEmbed: true } },
      ),
      [
        'update demo_pages/d1',
        'set demo_embeds/d1',
        'delete demo_secrets/d1',
        'delete drafts/demo_pages_d1',
        'delete draft_embeds/d1',
      ],
    ],
    [
      'keeps the published embed code and the password',
      ofDemo({ is_password_protected: true }, { document: { rev: 2, slug: 'ada', is_password_protected: true } }),
      ['update demo_pages/d1', 'delete drafts/demo_pages_d1'],
    ],
    [
      'creates a setting that was never saved',
      publication({
        kind: 'setting',
        id: 'ga4_id',
        document: null,
        draft: { data: { ga4_id: 'G-1' }, base_rev: 0, review: null },
      }),
      ['set site_settings/ga4_id', 'delete drafts/site_settings_ga4_id'],
    ],
  ])('%s', (_name, intent, expected) => {
    const plan = planPublish(intent);
    expect(plan.ok && steps(plan.writes)).toEqual(expected);
  });

  it.each([
    ['authors', { authors: ['ada', 'bob'], review: null }, { authors: ['ada', 'bob'], message: null }],
    [
      'the message to the reviewer',
      { authors: ['ada'], review: { rev: 4, by: 'ada', message: 'Now' } },
      { authors: ['ada'], message: 'Now' },
    ],
  ])('stores %s in the document', (_name, draft, origin) => {
    const plan = planPublish(publication({ draft: { data: page, base_rev: 2, ...draft } }));
    expect(plan.ok && dataOf(plan.writes[0])).toMatchObject({ updated_by: 'eve', from_draft: { rev: 3, ...origin } });
  });

  it('stores no authors if the draft has none', () => {
    const plan = planPublish(publication({}));
    expect(plan.ok && dataOf(plan.writes[0])).not.toHaveProperty('from_draft');
  });

  it('writes the output of the form', () => {
    const setting = publication({
      kind: 'setting',
      id: 'ga4_id',
      document: null,
      draft: { data: { ga4_id: '' }, base_rev: 0, review: null },
    });
    expect(planPublish(setting)).toMatchObject({ ok: true, rev: 1, fields: { value: null } });
    expect(planPublish(publication({}))).toMatchObject({ ok: true, rev: 3, fields: { title: 'Us', body: null } });
  });

  it('publishes an unpublished document, and uses the draft’s switch for a published one', () => {
    const draft = (is_published: boolean) => ({ data: { ...page, is_published }, base_rev: 2, review: null });
    const stored = (is_published: boolean) => ({ rev: 2, slug: 'about', is_published });
    const plans = [
      publication({ document: stored(false), draft: draft(false) }),
      publication({ document: stored(true), draft: draft(true) }),
      publication({ document: stored(true), draft: draft(false) }),
    ].map(planPublish);
    expect(plans.map((plan) => plan.ok && plan.fields['is_published'])).toEqual([true, true, false]);
  });

  it.each<[string, Publication, object]>([
    ['of a newer revision of the document', publication({ document: { rev: 3 } }), { reason: 'moved' }],
    ['of a deleted document', publication({ document: null }), { reason: 'moved' }],
    [
      'with a validation error',
      publication({ draft: { data: { ...page, title: '' }, base_rev: 2, review: null } }),
      { reason: 'invalid', problems: [{ field: 'title', message: 'Title is required' }] },
    ],
    [
      'without a required password',
      ofDemo({ is_password_protected: true }, { document: { rev: 2, slug: 'ada', is_password_protected: false } }),
      { reason: 'invalid', problems: [{ field: 'password' }] },
    ],
  ])('rejects a draft %s', (_name, intent, refused) => {
    expect(planPublish(intent)).toMatchObject({ ok: false, ...refused });
  });
});
