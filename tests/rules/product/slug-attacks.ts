import { admin, author, editor } from './actors.ts';
import {
  requestTime,
  storedTime,
  type Actor,
  type AttackCase,
  type Fields,
  type InitialState,
  type Write,
} from './attack-case.ts';
import { attackCase, by, withFields, withoutField, withoutWrites, racing, stranger, uid } from './batch.ts';
import { createPage, deletePage, slugOf, storedDemo, storedPage, updateDemo, updatePage } from './documents.ts';

const page = storedPage({ owner: uid });
/** A page that another batch, or another user, wrote at the time of the request. */
const writtenNow = (by: string, slug = 'about'): InitialState => ({
  'pages/p1': { ...page['pages/p1'], slug, updated_at: requestTime, updated_by: by },
});
const take = (slug: string, id = 'p1', over: Fields = {}): Write => ({
  set: `slugs/page:${slug}`,
  data: { ...slugOf(id), ...over },
});
/** The stored document with a slug of an earlier version. */
const writtenBefore = (path: 'pages/p1' | 'demo_pages/d1', slug: string): InitialState => ({
  [path]: { ...(path === 'pages/p1' ? page : demoPage)[path], slug },
});
const drop = (slug: string): Write => ({ delete: `slugs/page:${slug}` });
const rename = (slug: string): Write[] => updatePage(uid, { slug });

/** Another page of the editor, and the batch that changes its slug. */
const other = (slug: string): InitialState => ({ 'pages/p2': { ...page['pages/p1'], slug } });
const renameOther = (slug: string): Write[] =>
  rename(slug).map((write) => ('update' in write ? { ...write, update: 'pages/p2' } : write));
const heldByOther: InitialState = { 'slugs/page:new': { id: 'p2' } };

const demoPage = storedDemo({ owner: uid });
const renameDemo = updateDemo(uid, { slug: 'eve' });
const takeDemo: Write = { set: 'slugs/demo:eve', data: slugOf('d1') };

/**
 * Unpublished documents that use the old slug of another document. While that document is published, the old slug
 * redirects visitors, so that authors may not use it.
 */
const takeOvers = (
  [
    [author, true, false],
    [author, false, true],
    [editor, true, true],
    [admin, true, true],
  ] satisfies [Actor, boolean, boolean][]
).flatMap(([actor, isLive, expected]): AttackCase[] => {
  const holder = isLive ? 'a published page' : 'an unpublished page';
  const left = (owner: string): InitialState => ({
    'pages/p2': { ...storedPage({ owner, published: isLive })['pages/p1'], slug: 'newer' },
    'slugs/page:new': { id: 'p2' },
  });
  const demoLeft: InitialState = {
    'demo_pages/d2': { ...storedDemo({ owner: stranger, published: isLive })['demo_pages/d1'], slug: 'newer' },
    'slugs/demo:eve': { id: 'd2' },
  };
  return [
    by(actor, `page created at the old slug of ${holder}`, [
      left(stranger),
      createPage(actor.uid, { slug: 'new' }),
      expected,
    ]),
    by(actor, `page created at the old slug of ${holder} of their own`, [
      left(actor.uid),
      createPage(actor.uid, { slug: 'new' }),
      expected,
    ]),
    by(actor, `page moved to the old slug of ${holder}`, [
      { ...storedPage({ owner: actor.uid }), ...left(stranger) },
      [...updatePage(actor.uid, { slug: 'new' }), take('new')],
      expected,
    ]),
    by(actor, `demo moved to the old slug of ${isLive ? 'a published demo' : 'an unpublished demo'}`, [
      { ...storedDemo({ owner: actor.uid }), ...demoLeft },
      [...updateDemo(actor.uid, { slug: 'eve' }), takeDemo],
      expected,
    ]),
  ];
});

/** Slugs without their document, slugs of other documents, two slugs, and deleted slugs. */
export const slugAttacks: readonly AttackCase[] = [
  attackCase('demo slug changed without taking the new one', demoPage, [renameDemo]),
  attackCase('demo slug changed', demoPage, [[...renameDemo, takeDemo], true]),
  attackCase('demo slug changed, the old one dropped', demoPage, [
    [...renameDemo, takeDemo, { delete: 'slugs/demo:ada' }],
  ]),
  attackCase('demo slug changed with the slug document of a page', demoPage, [
    [...renameDemo, { set: 'slugs/page:eve', data: slugOf('d1') }],
  ]),
  attackCase('page without its slug', {}, [withoutWrites(createPage(uid), 'slugs')]),
  attackCase('page whose slug document has another id', {}, [withFields(createPage(uid), 'slugs', { id: 'p2' })]),
  attackCase('page whose slug has a field more', {}, [withFields(createPage(uid), 'slugs', { kind: 'page' })]),
  attackCase("page whose slug document has the client's time", {}, [
    withFields(createPage(uid), 'slugs', { updated_at: storedTime }),
  ]),
  attackCase('page whose slug document has no time', {}, [withoutField(createPage(uid), 'slugs', 'updated_at')]),
  attackCase("page with a slug that is another page's", { 'slugs/page:about': { id: 'p2' }, ...other('about') }, [
    createPage(uid),
  ]),
  attackCase("page with another page's slug, without writing the slug document", { 'slugs/page:about': { id: 'p2' } }, [
    withoutWrites(createPage(uid), 'slugs'),
  ]),
  attackCase(
    'page with an existing slug document of its id, without writing it',
    { 'slugs/page:about': { id: 'p1' } },
    [withoutWrites(createPage(uid), 'slugs')],
  ),
  attackCase('page with the slug of a deleted page', { 'slugs/page:about': { id: 'p2' } }, [createPage(uid), true]),
  ...['search', 'feed', 'news', 'people'].flatMap((slug): AttackCase[] => {
    const [kept, keptDemo] = [
      { ...page, ...writtenBefore('pages/p1', slug) },
      { ...demoPage, ...writtenBefore('demo_pages/d1', slug) },
    ];
    return [
      attackCase(`page renamed to the reserved slug ${slug}`, page, [[...rename(slug), take(slug)]]),
      attackCase(`page that keeps the slug ${slug}`, kept, [updatePage(uid, { slug, title: 'Other' }), true]),
      attackCase(`demo that keeps the slug ${slug}`, keptDemo, [updateDemo(uid, { slug, heading: 'Other' }), true]),
    ];
  }),
  attackCase('slug changed without taking the new one', page, [rename('new')]),
  attackCase('slug changed', page, [[...rename('new'), take('new')], true]),
  attackCase('slug changed, the old one dropped', page, [[...rename('new'), take('new'), drop('about')]]),
  attackCase('earlier slug used again', { ...page, 'slugs/page:new': { id: 'p1', updated_at: storedTime } }, [
    [...rename('new'), take('new')],
    true,
  ]),
  attackCase(
    'earlier slug used again without writing the slug document',
    { ...page, 'slugs/page:new': { id: 'p1', updated_at: storedTime } },
    [rename('new')],
  ),
  attackCase("slug changed to another page's", { ...page, ...heldByOther, ...other('new') }, [
    [...rename('new'), take('new')],
  ]),
  attackCase("slug changed to another page's, without writing the slug document", { ...page, ...heldByOther }, [
    rename('new'),
  ]),
  attackCase("slug changed to another page's old one", { ...page, ...heldByOther, ...other('newer') }, [
    [...rename('new'), take('new')],
    true,
  ]),
  attackCase('slug changed to that of a deleted page', { ...page, ...heldByOther }, [
    [...rename('new'), take('new')],
    true,
  ]),
  attackCase('slug changed to the one that another page gets in the same batch', { ...page, ...other('newer') }, [
    [...rename('new'), ...renameOther('new'), take('new')],
  ]),
  attackCase('slugs of two pages exchanged', { ...page, ...heldByOther, ...other('new') }, [
    [...rename('new'), take('new'), ...renameOther('about'), take('about', 'p2')],
    true,
  ]),
  attackCase(
    'slug taken from a page that uses it again in the same batch',
    { ...page, ...heldByOther, ...other('newer') },
    [[...rename('new'), ...renameOther('new'), take('new')]],
  ),
  attackCase(
    'slug changed, while the old slug document belongs to another page',
    { ...page, 'slugs/page:about': { id: 'p2' } },
    [[...rename('new'), take('new')], true],
  ),
  attackCase('slug changed, without an old slug document', { 'pages/p1': page['pages/p1'] ?? {} }, [
    [...rename('new'), take('new')],
    true,
  ]),
  attackCase('slug kept and its slug document rewritten', page, [[...updatePage(uid), take('about')], true]),
  attackCase("slug kept and its slug document rewritten with the client's time", page, [
    [...updatePage(uid), take('about', 'p1', { updated_at: storedTime })],
  ]),
  attackCase('slug of a missing page', {}, [[take('free', 'nothing')]]),
  attackCase('slug of a page that is not in the batch', { 'pages/p1': page['pages/p1'] ?? {} }, [[take('about')]]),
  attackCase('slug of a page that another user just wrote', writtenNow(stranger), [[take('about')]]),
  attackCase('second slug in an update of a page', page, [[...updatePage(uid), take('second')]]),
  attackCase('old slug taken from a page that keeps another', { ...page, ...heldByOther, ...other('newer') }, [
    [...updatePage(uid), take('new')],
  ]),
  attackCase('slug with a longer name', page, [
    [...updatePage(uid), { set: 'slugs/page:about:more', data: slugOf('p1') }],
  ]),
  attackCase('slug of an unknown kind', page, [
    [...updatePage(uid), { set: 'slugs/section:about', data: slugOf('p1') }],
  ]),
  attackCase("page's slug taken as a demo's", page, [
    [...updatePage(uid), { set: 'slugs/demo:about', data: slugOf('p1') }],
  ]),
  attackCase('slug given to another page', page, [[{ update: 'slugs/page:about', data: slugOf('p2') }]]),
  attackCase('slug given to another page of the same name', { ...page, ...other('about') }, [
    [...renameOther('about'), take('about', 'p2')],
  ]),
  ...takeOvers,
  by(author, 'page created with the slug of a deleted page', [
    { 'slugs/page:new': { id: 'p2' } },
    createPage(author.uid, { slug: 'new' }),
    true,
  ]),
  by(author, 'own earlier slug used again', [
    { ...storedPage({ owner: author.uid }), 'slugs/page:new': { id: 'p1', updated_at: storedTime } },
    [...updatePage(author.uid, { slug: 'new' }), take('new')],
    true,
  ]),
  attackCase('slug deleted alone', page, [[drop('about')]]),
  attackCase('slug deleted in an update of its page', page, [[...updatePage(uid), drop('about')]]),
  attackCase('slug of a missing page deleted', { 'slugs/page:lost': { id: 'nothing' } }, [[drop('lost')]]),
  attackCase('slug deleted with its page', page, [[...deletePage(uid, page), drop('about')]]),
  {
    ...attackCase('slug of a page that was just written', writtenNow(uid), [[take('about')], true]),
    engineOnly: racing,
  },
];
