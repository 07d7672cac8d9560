import { limits } from '@frontage/model/limits';
import { admin, editor, standingOf, viewer } from './actors.ts';
import { now, requestTime, storedTime, type Attempt, type Fields, type World, type Write } from './attempt.ts';
import {
  createDemo,
  createPage,
  deleteDemo,
  deletePage,
  deleteSection,
  embed,
  sealedHash,
  storedDemo,
  storedPage,
  storedSection,
  updateDemo,
  updatePage,
} from './documents.ts';
import { long } from './field-values.ts';

// Batches that lack a companion, bring a wrong one, or are nothing but one.

const { uid } = editor;
const stranger = 'uid-of-somebody-else';
const standing = standingOf(editor, false);

const attempt = (name: string, world: World, [batch, expected = false]: [Write[], boolean?]): Attempt => ({
  name,
  actor: editor,
  world: { ...standing, ...world },
  try: { batch },
  expected,
});

const isAbout = (write: Write, path: string): boolean =>
  ('set' in write ? write.set : 'update' in write ? write.update : write.delete).startsWith(path);
const lacking = (batch: Write[], path: string): Write[] => batch.filter((write) => !isAbout(write, path));
const changed = (batch: Write[], path: string, data: Fields): Write[] =>
  batch.map((write) =>
    'set' in write && isAbout(write, path) ? { ...write, data: { ...write.data, ...data } } : write,
  );
const dropped = (batch: Write[], path: string, field: string): Write[] =>
  batch.map((write) => {
    if (!('set' in write) || !isAbout(write, path)) return write;
    const { [field]: _gone, ...data } = write.data;
    return { ...write, data };
  });

const page = storedPage({ owner: uid });
/** A page somebody has written at this very moment: not in this batch, or not by this caller. */
const writtenNow = (by: string, slug = 'about'): World => ({
  'pages/p1': { ...page['pages/p1'], slug, updated_at: requestTime, updated_by: by },
});
const take = (slug: string, id = 'p1'): Write => ({ set: `slugs/page:${slug}`, data: { id } });
const drop = (slug: string): Write => ({ delete: `slugs/page:${slug}` });
const rename = (slug: string): Write[] => updatePage(uid, { slug });
const racing = 'needs a document of exactly the same moment';

const demoPage = storedDemo({ owner: uid });
const renameDemo = updateDemo(uid, { slug: 'eve' });
const takeDemo: Write = { set: 'slugs/demo:eve', data: { id: 'd1' } };

const slugs: Attempt[] = [
  attempt('demo slug changed without taking the new one', demoPage, [[...renameDemo, { delete: 'slugs/demo:ada' }]]),
  attempt('demo slug changed without leaving the old one', demoPage, [[...renameDemo, takeDemo]]),
  attempt('demo slug changed', demoPage, [[...renameDemo, takeDemo, { delete: 'slugs/demo:ada' }], true]),
  attempt('page without its slug', {}, [lacking(createPage(uid), 'slugs')]),
  attempt('page whose slug names another', {}, [changed(createPage(uid), 'slugs', { id: 'p2' })]),
  attempt('page whose slug has a field more', {}, [changed(createPage(uid), 'slugs', { kind: 'page' })]),
  attempt(
    "page with a slug that is another page's",
    { 'slugs/page:about': { id: 'p2' }, 'pages/p2': page['pages/p1'] ?? {} },
    [createPage(uid)],
  ),
  attempt("page that leaves another page's slug as it is", { 'slugs/page:about': { id: 'p2' } }, [
    lacking(createPage(uid), 'slugs'),
  ]),
  attempt('slug changed without taking the new one', page, [[...rename('new'), drop('about')]]),
  attempt('slug changed without leaving the old one', page, [[...rename('new'), take('new')]]),
  attempt("slug changed to one that is another page's", { ...page, 'slugs/page:new': { id: 'p2' } }, [
    [...rename('new'), drop('about')],
  ]),
  attempt(
    "slug changed where the old one was another page's all along",
    { ...page, 'slugs/page:about': { id: 'p2' } },
    [[...rename('new'), take('new')], true],
  ),
  attempt('slug changed where the old one was never taken', { 'pages/p1': page['pages/p1'] ?? {} }, [
    [...rename('new'), take('new')],
    true,
  ]),
  attempt('slug taken for nothing', {}, [[take('free', 'nothing')]]),
  attempt('slug taken for a page that is not written', { 'pages/p1': page['pages/p1'] ?? {} }, [[take('about')]]),
  attempt('slug taken for a page of the same name written by another', writtenNow(stranger), [[take('about')]]),
  attempt('second slug taken beside a page', page, [[...updatePage(uid), take('second')]]),
  attempt('slug with a longer name', page, [
    [...updatePage(uid), { set: 'slugs/page:about:more', data: { id: 'p1' } }],
  ]),
  attempt('slug of an unknown kind', page, [[...updatePage(uid), { set: 'slugs/section:about', data: { id: 'p1' } }]]),
  attempt("page's slug taken as a demo's", page, [
    [...updatePage(uid), { set: 'slugs/demo:about', data: { id: 'p1' } }],
  ]),
  attempt('slug given to another page', page, [[{ update: 'slugs/page:about', data: { id: 'p2' } }]]),
  attempt('slug dropped alone', page, [[drop('about')]]),
  attempt('slug dropped beside a page that keeps it', page, [[...updatePage(uid), drop('about')]]),
  attempt('slug of nothing dropped', { 'slugs/page:lost': { id: 'nothing' } }, [[drop('lost')]]),
  attempt("slug dropped that is not its page's", { ...page, 'slugs/page:other': { id: 'p1' } }, [[drop('other')]]),
  attempt("another's slug dropped beside a deletion", { ...page, 'slugs/page:other': { id: 'p1' } }, [
    [...deletePage(uid, page), drop('other')],
  ]),
  {
    ...attempt('slug taken when the page was just written', writtenNow(uid), [[take('about')], true]),
    engineOnly: racing,
  },
];

const trashPath = 'trash/pages_p1';
const deleting = deletePage(uid, page);
const inTrash = (change: Fields): Write[] => changed(deleting, 'trash', change);
const demo = storedDemo({ owner: uid });
const deletingDemo = deleteDemo(uid, demo);
const bare: World = { 'demo_pages/d1': demo['demo_pages/d1'] ?? {}, 'slugs/demo:ada': { id: 'd1' } };

const trash: Attempt[] = [
  attempt('page deleted without trash', page, [lacking(deleting, 'trash')]),
  attempt('page deleted, trash of an earlier time', { ...page, [trashPath]: { deleted_at: storedTime } }, [
    lacking(deleting, 'trash'),
  ]),
  attempt('page deleted, its slug left', page, [lacking(deleting, 'slugs')]),
  attempt("page deleted, its slug another's all along", { ...page, 'slugs/page:about': { id: 'p2' } }, [
    lacking(deleting, 'slugs'),
    true,
  ]),
  attempt('page deleted, trash altered', page, [inTrash({ data: { title: 'Something else' } })]),
  attempt('page deleted in the name of another', page, [inTrash({ deleted_by: stranger })]),
  attempt("page deleted in the client's time", page, [inTrash({ deleted_at: storedTime })]),
  attempt('page deleted, trash with a field more', page, [inTrash({ embed: 'x' })]),
  attempt('page deleted, trash names another', page, [inTrash({ id: 'p2' })]),
  attempt('page deleted, trash names another collection', page, [inTrash({ collection: 'demo_pages' })]),
  attempt('trash without a deletion', page, [deleting.filter((write) => isAbout(write, 'trash'))]),
  attempt('trash of what never was', {}, [deleting.filter((write) => isAbout(write, 'trash'))]),
  attempt('trash under another name', page, [
    [...deleting, { set: 'trash/pages_p2', data: (deleting[2] as { data: Fields }).data }],
  ]),
  attempt('setting taken as trash', { 'site_settings/ga4_id': { value: 'G-1' } }, [
    [
      {
        set: 'trash/site_settings_ga4_id',
        data: { collection: 'site_settings', id: 'ga4_id', data: { value: 'G-1' }, deleted_by: uid, deleted_at: now },
      },
    ],
  ]),
  attempt('slug taken as trash', page, [
    [
      ...deleting,
      {
        set: 'trash/slugs_page:about',
        data: { collection: 'slugs', id: 'page:about', data: { id: 'p1' }, deleted_by: uid, deleted_at: now },
      },
    ],
  ]),
  attempt('demo deleted without trash', demo, [lacking(deletingDemo, 'trash')]),
  attempt('demo deleted, embed left', demo, [lacking(deletingDemo, 'demo_embeds')]),
  attempt('demo deleted, slug left', demo, [lacking(deletingDemo, 'slugs')]),
  attempt('demo deleted, embed not kept', demo, [dropped(deletingDemo, 'trash', 'embed')]),
  attempt('demo deleted, another embed kept', demo, [
    changed(deletingDemo, 'trash', { embed: 'https://evil.example' }),
  ]),
  attempt('demo without embed deleted', bare, [dropped(lacking(deletingDemo, 'demo_embeds'), 'trash', 'embed'), true]),
  attempt('demo without embed deleted, one kept', bare, [lacking(deletingDemo, 'demo_embeds')]),
  attempt('demo deleted, trash with a field more', demo, [changed(deletingDemo, 'trash', { password_hash: 'x' })]),
  attempt('page deleted while a demo of the same id has an embed', { ...page, 'demo_embeds/p1': embed }, [
    deleting,
    true,
  ]),
  {
    name: 'section deleted without trash',
    actor: admin,
    world: { ...standingOf(admin, false), ...storedSection({ owner: uid }) },
    try: { batch: lacking(deleteSection(admin.uid, storedSection({ owner: uid })), 'trash') },
    expected: false,
  },
];

const locked = storedDemo({ owner: uid, protected: true });
const { hash, world: seal } = sealedHash(uid);
const secret = (password: unknown): Write => ({ set: 'demo_secrets/d1', data: { password_hash: password as string } });
const lock = (password: unknown): Write[] => updateDemo(uid, { is_password_protected: true }, [secret(password)]);
const embedAs = (code: unknown): Write[] =>
  updateDemo(uid, {}, [{ set: 'demo_embeds/d1', data: { iframe_url: code as string } }]);
const justWritten = (by: string): World => ({
  ...demo,
  'demo_pages/d1': { ...demo['demo_pages/d1'], updated_at: requestTime, updated_by: by },
});
const foreign = sealedHash(stranger, { text: 'foreign' });
const expired = sealedHash(uid, { expires: new Date(requestTime.getTime() - 1), text: 'expired' });
const ending = sealedHash(uid, { expires: requestTime, text: 'ending' });

const companions: Attempt[] = [
  attempt('demo without embed', {}, [lacking(createDemo(uid), 'demo_embeds')]),
  attempt('demo without slug', {}, [lacking(createDemo(uid), 'slugs')]),
  attempt('protected demo without secret', {}, [createDemo(uid, { is_password_protected: true })]),
  attempt('protected demo with its secret', seal, [createDemo(uid, { is_password_protected: true }, hash), true]),
  attempt('open demo with a secret', seal, [createDemo(uid, {}, hash)]),
  attempt('protection turned on without secret', demo, [updateDemo(uid, { is_password_protected: true })]),
  attempt('protection turned off, secret left', locked, [updateDemo(uid, { is_password_protected: false })]),
  attempt('secret dropped, protection left', locked, [updateDemo(uid, {}, [{ delete: 'demo_secrets/d1' }])]),
  attempt('hash the server never made', demo, [lock('$argon2id$v=19$m=8,t=1,p=1$mine')]),
  attempt('hash made for somebody else', { ...demo, ...foreign.world }, [lock(foreign.hash)]),
  attempt('hash made too long ago', { ...demo, ...expired.world }, [lock(expired.hash)]),
  attempt('hash whose time ends now', { ...demo, ...ending.world }, [lock(ending.hash)]),
  attempt('hash that is no text', { ...demo, ...seal }, [lock(5)]),
  attempt('secret with a field more', { ...demo, ...seal }, [
    updateDemo(uid, { is_password_protected: true }, [
      { set: 'demo_secrets/d1', data: { password_hash: hash, note: 'x' } },
    ]),
  ]),
  attempt('secret alone', { ...locked, ...seal }, [[secret(hash)]]),
  attempt('secret dropped alone', locked, [[{ delete: 'demo_secrets/d1' }]]),
  {
    ...attempt('secret beside a demo somebody else just wrote', { ...justWritten(stranger), ...seal }, [
      [secret(hash)],
    ]),
    engineOnly: racing,
  },
  attempt('embed alone', demo, [[{ set: 'demo_embeds/d1', data: embed }]]),
  {
    ...attempt('embed beside a demo somebody else just wrote', justWritten(stranger), [
      [{ set: 'demo_embeds/d1', data: embed }],
    ]),
    engineOnly: racing,
  },
  attempt('embed dropped alone', demo, [[{ delete: 'demo_embeds/d1' }]]),
  attempt('embed dropped beside its demo', demo, [updateDemo(uid, {}, [{ delete: 'demo_embeds/d1' }])]),
  attempt('embed of nothing dropped', { 'demo_embeds/d1': embed }, [[{ delete: 'demo_embeds/d1' }]]),
  attempt('embed with a field more', demo, [
    updateDemo(uid, {}, [{ set: 'demo_embeds/d1', data: { ...embed, password_hash: 'x' } }]),
  ]),
  ...(
    [
      ['https://example.com/a', true],
      ['http://example.com', true],
      ['<iframe src="https://example.com"></iframe>', true],
      ['<script src="https://example.com/a.js"></script>', true],
      ['<div></div>\n<SCRIPT\nasync></SCRIPT>', true],
      ['<link rel="stylesheet" href="https://example.com">', true],
      [`https://example.com/${long(limits.embedCode - 20)}`, true],
      [`https://example.com/${long(limits.embedCode - 19)}`, false],
      ['', false],
      ['hello', false],
      ['javascript:alert(1)', false],
      ['https://example.com/<b>', false],
      ['<p>hello</p>', false],
      ['<scripts>', false],
      [5, false],
      [['https://example.com'], false],
      [null, false],
    ] as const
  ).map(([code, expected]) =>
    attempt(`embed ${String(JSON.stringify(code)).slice(0, 40)} of ${JSON.stringify(code).length}`, demo, [
      embedAs(code),
      expected,
    ]),
  ),
  {
    name: 'viewer: another demo that holds a slug is not reached by a companion',
    actor: viewer,
    world: { ...standingOf(viewer, false), ...demo },
    try: { batch: [{ set: 'demo_embeds/d1', data: embed }] },
    expected: false,
  },
];

export const batchAttacks: readonly Attempt[] = [...slugs, ...trash, ...companions];
