import { describe, expect, it } from 'vitest';
import { newPage } from '../page.ts';
import { consumedDraft, planDraft, type DraftIntent } from './plan-draft.ts';
import { planPublish, type Publication } from './plan-publish.ts';
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
const asTyped = { ...stored, data: entered.data };

describe('the batch that writes a draft', () => {
  it.each<[string, DraftIntent, object]>([
    [
      'new',
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
    ['changed', intent({ before: stored, entered }), { ...entered, ...stamps, ...typed, rev: 5 }],
    [
      'changed by somebody else',
      intent({ before: { ...stored, authors: ['bob'] }, entered }),
      { ...entered, ...stamps, ...typed, rev: 5, authors: ['bob', 'ada'] },
    ],
    [
      'of an earlier version changed',
      intent({ before: { rev: 4, data: {} }, entered }),
      { ...entered, ...stamps, ...typed, rev: 5 },
    ],
    ['moved to another revision', intent({ before: asTyped, entered }), { ...entered, ...stamps, rev: 5 }],
    [
      'submitted as it is typed',
      intent({ before: stored, entered, review: { type: 'submit', message: 'Prices went up' } }),
      {
        ...{ ...entered, ...stamps, ...typed, rev: 5 },
        ...{ review: { rev: 5, by: 'ada', name: 'Ada', message: 'Prices went up' }, note: null, noted: null },
      },
    ],
    [
      'returned as it stands',
      intent({ before: asTyped, entered, review: { type: 'return', note: 'No' } }),
      { ...entered, ...stamps, rev: 5, review: null, note: 'No', noted: { by: 'ada', name: 'Ada' } },
    ],
    [
      'withdrawn',
      intent({ before: stored, review: { type: 'withdraw' } }),
      { ...stamps, rev: 5, review: null, note: null, noted: null },
    ],
  ])('%s', (_name, asked, data) => {
    expect(planDraft(asked).writes.map(dataOf)).toEqual([data]);
  });

  it('keeps the embed code of a demo apart', () => {
    const { writes } = planDraft(intent({ kind: 'demo', id: 'd1', entered: { ...entered, embed: 'x' } }));
    expect(steps(writes)).toEqual(['set drafts/demo_pages_d1', 'set draft_embeds/d1']);
    expect(dataOf(writes[0])).not.toHaveProperty('embed');
  });

  it('ends it in the version that was read', () => {
    expect(consumedDraft('demo', 'd1', { version: 'v', hasEmbed: true })).toEqual([
      { type: 'delete', path: 'drafts/demo_pages_d1', version: 'v' },
      { type: 'delete', path: 'draft_embeds/d1' },
    ]);
    expect(consumedDraft('setting', 'seo', { version: null, hasEmbed: false })).toEqual([
      { type: 'delete', path: 'drafts/site_settings_seo' },
    ]);
  });
});

describe('publishing a draft', () => {
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
      'moves the slug and ends the draft',
      publication({}),
      ['update pages/p1', 'set slugs/page:us', 'delete drafts/pages_p1'],
    ],
    [
      'takes the code of the draft along',
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
      'leaves the live code and the password',
      ofDemo({ is_password_protected: true }, { document: { rev: 2, slug: 'ada', is_password_protected: true } }),
      ['update demo_pages/d1', 'delete drafts/demo_pages_d1'],
    ],
    [
      'makes a setting that never was',
      publication({
        kind: 'setting',
        id: 'ga4_id',
        document: null,
        draft: { data: { ga4_id: 'G-1' }, base_rev: 0, review: null },
      }),
      ['set site_settings/ga4_id', 'delete drafts/site_settings_ga4_id'],
    ],
  ])('%s', (_name, asked, expected) => {
    const plan = planPublish(asked);
    expect(plan.ok && steps(plan.writes)).toEqual(expected);
  });

  it.each([
    ['its authors', { authors: ['ada', 'bob'], review: null }, { authors: ['ada', 'bob'], message: null }],
    [
      'what its reviewer was told',
      { authors: ['ada'], review: { rev: 4, by: 'ada', message: 'Now' } },
      { authors: ['ada'], message: 'Now' },
    ],
  ])('names %s in the document', (_name, draft, origin) => {
    const plan = planPublish(publication({ draft: { data: page, base_rev: 2, ...draft } }));
    expect(plan.ok && dataOf(plan.writes[0])).toMatchObject({ updated_by: 'eve', from_draft: { rev: 3, ...origin } });
  });

  it('names no authors if its draft names none', () => {
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

  it('publishes a document that is not published, and leaves a published one as its draft says', () => {
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
    ['when the document moved on', publication({ document: { rev: 3 } }), { reason: 'moved' }],
    ['when it is gone', publication({ document: null }), { reason: 'moved' }],
    [
      'while it lacks something',
      publication({ draft: { data: { ...page, title: '' }, base_rev: 2, review: null } }),
      { reason: 'invalid', problems: [{ field: 'title', message: 'Title is required' }] },
    ],
    [
      'while nobody typed its password',
      ofDemo({ is_password_protected: true }, { document: { rev: 2, slug: 'ada', is_password_protected: false } }),
      { reason: 'invalid', problems: [{ field: 'password' }] },
    ],
  ])('does not happen %s', (_name, asked, refused) => {
    expect(planPublish(asked)).toMatchObject({ ok: false, ...refused });
  });
});
