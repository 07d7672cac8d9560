import { expect, it } from 'vitest';
import { newDemo } from '../kinds/demo.ts';
import { newPage } from '../kinds/page.ts';
import type { Role } from '../user.ts';
import { approvedChange, type Change, dataAfter, planChange, type Planning, type Refusal } from './plan-change.ts';
import type { Data } from './write.ts';

const page = { ...newPage, title: 'About', slug: 'about', created_by: 'ada', is_published: false, rev: 2 };
const moments = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
const stamps = { ...moments, created_by: 'ada', updated_by: 'ada' };
const { created_by: _, rev: __, ...values } = page;
const draft = (change: Data = {}) => ({
  ...{ collection: 'pages', id: 'p1', base_rev: 2, rev: 4, review: null, note: null, ...stamps },
  data: { ...values, title: 'Next' },
  ...change,
});
const trashed = { collection: 'pages', id: 'p1', data: page };
const slugOfOther = { 'slugs/page:about': { id: 'p2' }, 'pages/p2': { slug: 'about' } };
const oldSlugOfOther = { 'slugs/page:about': { id: 'p2' }, 'pages/p2': { slug: 'us' } };

const target = { kind: 'page', id: 'p1' } as const;
const publish: Change = { action: 'publish', ...target, rev: 2 };
const unpublish: Change = { action: 'unpublish', ...target };
const publishDraft: Change = { action: 'publish_draft', ...target, draft: { version: 'seen' } };
const remove: Change = { action: 'delete', ...target, rev: 2 };
const restore: Change = { action: 'restore', ...target };
const save = { action: 'save', ...target, companions: {} } as const;
const base = { rev: 2, slug: 'about', isProtected: false };
const duplicate: Change = { action: 'duplicate', ...target, copy: 'p9', order: 0 };
const demo = { ...newDemo, heading: 'Ada', slug: 'ada', rev: 1, is_password_protected: true };
const duplicateDemo: Change = { action: 'duplicate', kind: 'demo', id: 'd1', copy: 'd9', order: 0 };
const redirect: Change = { action: 'redirect', id: 'hash of /a', redirect: { from: '/a', to: '/b', status: 301 } };

const planning = (documents: Record<string, Data>, roles: Role[] | null, rules: string[] = []): Planning => ({
  reads: {
    read: (paths) =>
      Promise.resolve(
        paths.map((path) => {
          const data = documents[path];
          return data ? { data, version: 'seen' } : null;
        }),
      ),
  },
  uid: 'ada',
  rights: roles && { viewer: { uid: 'ada', roles }, usedSecondFactor: false },
  rules,
  digest: (text) => `hash of ${text}`,
});

it.each<[string, Change, Record<string, Data>, (Role[] | null)?, string[]?]>([
  ['publish', publish, { 'pages/p1': { ...page, ...stamps } }],
  ['unpublish', unpublish, { 'pages/p1': { ...page, is_published: true } }],
  ['publish_draft', publishDraft, { 'pages/p1': page, 'drafts/pages_p1': draft() }],
  ['publish_draft of a new page', publishDraft, { 'drafts/pages_p1': draft({ base_rev: 0 }) }],
  ['delete', remove, { 'pages/p1': page }],
  ['restore', restore, { 'trash/pages_p1': trashed }],
  ['restore with a slug that its holder left', restore, { 'trash/pages_p1': trashed, ...oldSlugOfOther }],
  ['save', { ...save, base, fields: { title: 'New' } }, { 'pages/p1': page }],
  ['save of a new page', { ...save, base: null, fields: { slug: 'about' } }, {}],
  ['save of a page that is in the trash', { ...save, base: null, fields: {} }, { 'trash/pages_p1': trashed }],
  ['duplicate', duplicate, { 'pages/p1': page }, ['author']],
  ['redirect', redirect, {}, ['admin']],
])('plans: %s', async (...[, change, documents, roles = ['editor'], rules = []]) => {
  const plan = await planChange(planning(documents, change.action === 'save' ? null : roles, rules), change);
  expect(plan).toMatchObject({ ok: true });
  expect(plan.ok && plan.writes.length).toBeGreaterThan(0);
});

it.each<[Refusal, string, Change, Record<string, Data>, (Role[] | null)?, string[]?]>([
  ['notAllowed', 'publish', publish, { 'pages/p1': { ...page, ...stamps } }, ['author']],
  ['notAllowed', 'unpublish', unpublish, { 'pages/p1': page }, ['author']],
  ['notAllowed', 'publish_draft', publishDraft, { 'pages/p1': page, 'drafts/pages_p1': draft() }, ['author']],
  ['notAllowed', 'delete', remove, { 'pages/p1': { ...page, created_by: 'bob' } }, ['author']],
  ['notAllowed', 'restore', restore, { 'trash/pages_p1': trashed }, ['author']],
  ['notAllowed', 'redirect', redirect, {}, ['editor']],
  ['notAllowed', 'duplicate', duplicate, { 'pages/p1': page }, ['viewer']],
  ['missing', 'duplicate', duplicate, {}],
  ['existing', 'duplicate', duplicate, { 'pages/p1': page, 'pages/p9': page }],
  ['passwordRequired', 'duplicate of a protected demo', duplicateDemo, { 'demo_pages/d1': demo }],
  ['missing', 'publish', publish, {}],
  ['missing', 'delete', remove, {}],
  ['missing', 'restore', restore, {}],
  ['missing', 'publish_draft of a deleted page', publishDraft, { 'drafts/pages_p1': draft() }],
  [
    'missing',
    'publish_draft of a new page in the trash',
    publishDraft,
    { 'drafts/pages_p1': draft({ base_rev: 0 }), 'trash/pages_p1': trashed },
  ],
  ['missing', 'save', { ...save, base, fields: {} }, {}, null],
  ['existing', 'restore', restore, { 'trash/pages_p1': trashed, 'pages/p1': page }],
  ['existing', 'save of a new page', { ...save, base: null, fields: {} }, { 'pages/p1': page }, null],
  ['versionUnknown', 'publish', { ...publish, rev: null }, { 'pages/p1': page }],
  [
    'versionUnknown',
    'publish_draft',
    { ...publishDraft, draft: { rev: 4, digest: null } },
    { 'pages/p1': page, 'drafts/pages_p1': draft() },
  ],
  ['documentMoved', 'publish', publish, { 'pages/p1': { ...page, rev: 3 } }],
  ['documentMoved', 'delete', remove, { 'pages/p1': { ...page, rev: 3 } }],
  ['documentMoved', 'save', { ...save, base, fields: {} }, { 'pages/p1': { ...page, rev: 3 } }, null],
  ['draftMoved', 'publish_draft without a draft', publishDraft, { 'pages/p1': page }],
  [
    'draftMoved',
    'publish_draft of another version',
    { ...publishDraft, draft: { version: 'earlier' } },
    { 'pages/p1': page, 'drafts/pages_p1': draft() },
  ],
  [
    'draftMoved',
    'publish_draft of another text',
    { ...publishDraft, draft: { rev: 4, digest: 'hash of another text' } },
    { 'pages/p1': page, 'drafts/pages_p1': draft() },
  ],
  ['liveMoved', 'publish_draft', publishDraft, { 'pages/p1': { ...page, rev: 3 }, 'drafts/pages_p1': draft() }],
  ['invalid', 'publish', publish, { 'pages/p1': { ...page, title: '' } }],
  [
    'invalid',
    'publish_draft',
    publishDraft,
    { 'pages/p1': page, 'drafts/pages_p1': draft({ data: { ...values, title: '' } }) },
  ],
  ['invalid', 'redirect', { ...redirect, id: 'another hash' }, {}, ['admin']],
  ['slugTaken', 'restore', restore, { 'trash/pages_p1': trashed, ...slugOfOther }],
  ['slugTaken', 'save of a new page', { ...save, base: null, fields: { slug: 'about' } }, slugOfOther, null],
  [
    'slugTaken',
    'publish_draft',
    publishDraft,
    { 'pages/p1': { ...page, slug: 'us' }, 'drafts/pages_p1': draft(), ...slugOfOther },
  ],
  [
    'description-missing',
    'publish',
    publish,
    { 'pages/p1': { ...page, ...stamps } },
    ['editor'],
    ['description-missing'],
  ],
  [
    'description-missing',
    'publish_draft',
    publishDraft,
    { 'pages/p1': page, 'drafts/pages_p1': draft() },
    ['editor'],
    ['description-missing'],
  ],
])('refuses as %s: %s', async (...[reason, , change, documents, roles = ['editor'], rules = []]) => {
  expect(await planChange(planning(documents, roles, rules), change)).toMatchObject({ ok: false, reason });
});

it('names the invalid fields of a draft', async () => {
  const documents = { 'pages/p1': page, 'drafts/pages_p1': draft({ data: { ...values, title: '' } }) };
  const plan = await planChange(planning(documents, null), publishDraft);
  expect(plan).toMatchObject({ problems: [{ field: 'title', message: 'Title is required' }] });
});

it('continues the revisions of a deleted document that is saved again', async () => {
  const plan = await planChange(planning({ 'trash/pages_p1': trashed }, null), { ...save, base: null, fields: {} });
  expect(plan.ok && dataAfter(plan)).toMatchObject({ rev: 3 });
});

it.each([
  ['at a slug that no document had', {}, 'about-copy'],
  ['after the slug of another page', { 'slugs/page:about-copy': { id: 'p2' }, 'pages/p2': {} }, 'about-copy-2'],
  ['after the slug of a page in the trash', { 'slugs/page:about-copy': { id: 'p2' } }, 'about-copy-2'],
])('copies a page %s', async (...[, others, slug]) => {
  const plan = await planChange(planning({ 'pages/p1': page, ...others }, ['editor']), duplicate);
  expect(plan).toMatchObject({ path: 'pages/p9', slug });
  expect(plan.ok && dataAfter(plan)).toMatchObject({ title: 'About (copy)', slug, is_published: false, rev: 1 });
  expect(plan.ok && plan.writes[1]).toMatchObject({ path: `slugs/page:${slug}`, data: { id: 'p9' } });
});

const switchOn: Change = {
  ...{ action: 'save', kind: 'setting', id: 'content', base: null, draft: null },
  ...{ fields: { value: { news: true } }, companions: {} },
};

it.each<[string, Record<string, Data>, object]>([
  ['a page has its address', { 'pages/p1': { ...page, slug: 'news' } }, { ok: false, reason: 'addressTaken' }],
  ['a page had its address', { 'pages/p1': page }, { ok: true }],
])('decides about switching on a kind if %s', async (...[, documents, expected]) => {
  const stored = { ...documents, 'slugs/page:news': { id: 'p1' } };
  expect(await planChange(planning(stored, ['admin']), switchOn)).toMatchObject(expected);
  const values = { collection: 'site_settings', id: 'content', base_rev: 0, data: { news: true } };
  const change: Change = { action: 'publish_draft', kind: 'setting', id: 'content', draft: { version: 'seen' } };
  const drafted = { ...stored, 'drafts/site_settings_content': draft(values) };
  expect(await planChange(planning(drafted, ['admin']), change)).toMatchObject(expected);
});

it('requires a second factor to require one', async () => {
  const security = { collection: 'site_settings', id: 'security', base_rev: 0, data: { require_second_factor: true } };
  const documents = { 'drafts/site_settings_security': draft(security) };
  const change: Change = { action: 'publish_draft', kind: 'setting', id: 'security', draft: { version: 'seen' } };
  expect(await planChange(planning(documents, ['admin']), change)).toMatchObject({ reason: 'notAllowed' });
  const { rights, ...others } = planning(documents, ['admin']);
  const plan = await planChange({ ...others, rights: rights && { ...rights, usedSecondFactor: true } }, change);
  expect(plan.ok && dataAfter(plan)).toMatchObject({ value: { require_second_factor: true }, rev: 1 });
});

it('writes nothing if a document has the requested state', async () => {
  const documents = { 'pages/p1': { ...page, is_published: true } };
  expect(await planChange(planning(documents, ['editor']), { ...publish, rev: 1 })).toMatchObject({ writes: [] });
});

it.each([
  [
    { collection: 'pages', action: 'delete' as const },
    { action: 'delete', kind: 'page', rev: 0 },
  ],
  [{ collection: 'site_settings', action: 'publish' as const }, null],
  [{ collection: 'slugs', action: 'publish_draft' as const }, null],
  [{ collection: 'redirects', action: 'redirect' as const }, null],
])('reads the approved change %j', (approved, change) => {
  const unknown = { id: 'x', document_rev: null, draft_rev: null, draft_digest: null, redirect: null };
  const read = approvedChange({ ...unknown, ...approved });
  if (change === null) expect(read).toBeNull();
  else expect(read).toMatchObject(change);
});
