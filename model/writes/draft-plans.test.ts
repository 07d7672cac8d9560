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
  rev: null,
  uid: 'ada',
  name: 'Ada',
  ...rest,
});
const entered = { data: { title: 'A' }, base_rev: 2 };
const stamps = { name: 'Ada', updated_at: serverTime, updated_by: 'ada' };

describe('the batch that writes a draft', () => {
  it.each<[string, DraftIntent, object]>([
    [
      'new',
      intent({ entered }),
      {
        ...entered,
        ...stamps,
        rev: 1,
        collection: 'pages',
        id: 'p1',
        review: null,
        note: null,
        created_at: serverTime,
        created_by: 'ada',
      },
    ],
    ['changed', intent({ rev: 4, entered }), { ...entered, ...stamps, rev: 5 }],
    [
      'submitted as it is typed',
      intent({ rev: 4, entered, review: { type: 'submit' } }),
      { ...entered, ...stamps, rev: 5, review: { rev: 5, by: 'ada', name: 'Ada' }, note: null },
    ],
    [
      'returned',
      intent({ rev: 4, review: { type: 'return', note: 'No' } }),
      { ...stamps, rev: 5, review: null, note: 'No' },
    ],
    ['withdrawn', intent({ rev: 4, review: { type: 'withdraw' } }), { ...stamps, rev: 5, review: null, note: null }],
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
    draft: { data: page, base_rev: 2 },
    embed: null,
    read: { version: null, hasEmbed: false },
    uid: 'eve',
    ...rest,
  });
  const ofDemo = (data: object, rest: Partial<Publication> = {}) =>
    publication({
      kind: 'demo',
      id: 'd1',
      draft: { data: { ...demo, ...data }, base_rev: 2 },
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
      publication({ kind: 'setting', id: 'ga4_id', document: null, draft: { data: { ga4_id: 'G-1' }, base_rev: 0 } }),
      ['set site_settings/ga4_id', 'delete drafts/site_settings_ga4_id'],
    ],
  ])('%s', (_name, asked, expected) => {
    const plan = planPublish(asked);
    expect(plan.ok && steps(plan.writes)).toEqual(expected);
  });

  it('writes what the form makes of it', () => {
    const setting = publication({
      kind: 'setting',
      id: 'ga4_id',
      document: null,
      draft: { data: { ga4_id: '' }, base_rev: 0 },
    });
    expect(planPublish(setting)).toMatchObject({ ok: true, rev: 1, fields: { value: null } });
    expect(planPublish(publication({}))).toMatchObject({ ok: true, rev: 3, fields: { title: 'Us', body: null } });
  });

  it.each<[string, Publication, object]>([
    ['when the document moved on', publication({ document: { rev: 3 } }), { reason: 'moved' }],
    ['when it is gone', publication({ document: null }), { reason: 'moved' }],
    [
      'while it lacks something',
      publication({ draft: { data: { ...page, title: '' }, base_rev: 2 } }),
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
