import { requestTime, storedTime, type Attempt, type Fields, type World, type Write } from './attempt.ts';
import { attempt, changed, dropped, lacking, racing, stranger, uid } from './batch.ts';
import { createPage, deletePage, slugOf, storedDemo, storedPage, updateDemo, updatePage } from './documents.ts';

const page = storedPage({ owner: uid });
/** A page somebody has written at this very moment: not in this batch, or not by this caller. */
const writtenNow = (by: string, slug = 'about'): World => ({
  'pages/p1': { ...page['pages/p1'], slug, updated_at: requestTime, updated_by: by },
});
const take = (slug: string, id = 'p1', over: Fields = {}): Write => ({
  set: `slugs/page:${slug}`,
  data: { ...slugOf(id), ...over },
});
const drop = (slug: string): Write => ({ delete: `slugs/page:${slug}` });
const rename = (slug: string): Write[] => updatePage(uid, { slug });

/** Another page of mine, and the batch that changes it. */
const other = (slug: string): World => ({ 'pages/p2': { ...page['pages/p1'], slug } });
const renameOther = (slug: string): Write[] =>
  rename(slug).map((write) => ('update' in write ? { ...write, update: 'pages/p2' } : write));
const heldByOther: World = { 'slugs/page:new': { id: 'p2' } };

const demoPage = storedDemo({ owner: uid });
const renameDemo = updateDemo(uid, { slug: 'eve' });
const takeDemo: Write = { set: 'slugs/demo:eve', data: slugOf('d1') };

/** Slugs taken without their document, stolen, doubled or dropped. */
export const slugAttacks: readonly Attempt[] = [
  attempt('demo slug changed without taking the new one', demoPage, [renameDemo]),
  attempt('demo slug changed', demoPage, [[...renameDemo, takeDemo], true]),
  attempt('demo slug changed, the old one dropped', demoPage, [
    [...renameDemo, takeDemo, { delete: 'slugs/demo:ada' }],
  ]),
  attempt("demo slug changed to one that a demo's namesake page has left", demoPage, [
    [...renameDemo, { set: 'slugs/page:eve', data: slugOf('d1') }],
  ]),
  attempt('page without its slug', {}, [lacking(createPage(uid), 'slugs')]),
  attempt('page whose slug names another', {}, [changed(createPage(uid), 'slugs', { id: 'p2' })]),
  attempt('page whose slug has a field more', {}, [changed(createPage(uid), 'slugs', { kind: 'page' })]),
  attempt("page whose slug is taken in the client's time", {}, [
    changed(createPage(uid), 'slugs', { updated_at: storedTime }),
  ]),
  attempt('page whose slug is taken at no time', {}, [dropped(createPage(uid), 'slugs', 'updated_at')]),
  attempt("page with a slug that is another page's", { 'slugs/page:about': { id: 'p2' }, ...other('about') }, [
    createPage(uid),
  ]),
  attempt("page that leaves another page's slug as it is", { 'slugs/page:about': { id: 'p2' } }, [
    lacking(createPage(uid), 'slugs'),
  ]),
  attempt('page with a slug that lies there for it since an earlier time', { 'slugs/page:about': { id: 'p1' } }, [
    lacking(createPage(uid), 'slugs'),
  ]),
  attempt('page with a slug of one that is gone', { 'slugs/page:about': { id: 'p2' } }, [createPage(uid), true]),
  attempt('slug changed without taking the new one', page, [rename('new')]),
  attempt('slug changed', page, [[...rename('new'), take('new')], true]),
  attempt('slug changed, the old one dropped', page, [[...rename('new'), take('new'), drop('about')]]),
  attempt('slug gone back to', { ...page, 'slugs/page:new': { id: 'p1', updated_at: storedTime } }, [
    [...rename('new'), take('new')],
    true,
  ]),
  attempt('slug gone back to without taking it', { ...page, 'slugs/page:new': { id: 'p1', updated_at: storedTime } }, [
    rename('new'),
  ]),
  attempt("slug changed to one that is another page's", { ...page, ...heldByOther, ...other('new') }, [
    [...rename('new'), take('new')],
  ]),
  attempt("slug changed to one that is another page's, without taking it", { ...page, ...heldByOther }, [
    rename('new'),
  ]),
  attempt("slug changed to another page's old one", { ...page, ...heldByOther, ...other('newer') }, [
    [...rename('new'), take('new')],
    true,
  ]),
  attempt('slug changed to one of a page that is gone', { ...page, ...heldByOther }, [
    [...rename('new'), take('new')],
    true,
  ]),
  attempt('slug changed to one that another page takes in the same batch', { ...page, ...other('newer') }, [
    [...rename('new'), ...renameOther('new'), take('new')],
  ]),
  attempt('slugs changed about', { ...page, ...heldByOther, ...other('new') }, [
    [...rename('new'), take('new'), ...renameOther('about'), take('about', 'p2')],
    true,
  ]),
  attempt(
    'slug taken from a page that goes back to it in the same batch',
    { ...page, ...heldByOther, ...other('newer') },
    [[...rename('new'), ...renameOther('new'), take('new')]],
  ),
  attempt(
    "slug changed where the old one was another page's all along",
    { ...page, 'slugs/page:about': { id: 'p2' } },
    [[...rename('new'), take('new')], true],
  ),
  attempt('slug changed where the old one was never taken', { 'pages/p1': page['pages/p1'] ?? {} }, [
    [...rename('new'), take('new')],
    true,
  ]),
  attempt('slug kept and taken anew', page, [[...updatePage(uid), take('about')], true]),
  attempt("slug kept and taken in the client's time", page, [
    [...updatePage(uid), take('about', 'p1', { updated_at: storedTime })],
  ]),
  attempt('slug taken for nothing', {}, [[take('free', 'nothing')]]),
  attempt('slug taken for a page that is not written', { 'pages/p1': page['pages/p1'] ?? {} }, [[take('about')]]),
  attempt('slug taken for a page of the same name written by another', writtenNow(stranger), [[take('about')]]),
  attempt('second slug taken beside a page', page, [[...updatePage(uid), take('second')]]),
  attempt('old slug taken from a page that keeps another', { ...page, ...heldByOther, ...other('newer') }, [
    [...updatePage(uid), take('new')],
  ]),
  attempt('slug with a longer name', page, [
    [...updatePage(uid), { set: 'slugs/page:about:more', data: slugOf('p1') }],
  ]),
  attempt('slug of an unknown kind', page, [[...updatePage(uid), { set: 'slugs/section:about', data: slugOf('p1') }]]),
  attempt("page's slug taken as a demo's", page, [
    [...updatePage(uid), { set: 'slugs/demo:about', data: slugOf('p1') }],
  ]),
  attempt('slug given to another page', page, [[{ update: 'slugs/page:about', data: slugOf('p2') }]]),
  attempt('slug given to another page of the same name', { ...page, ...other('about') }, [
    [...renameOther('about'), take('about', 'p2')],
  ]),
  attempt('slug dropped alone', page, [[drop('about')]]),
  attempt('slug dropped beside a page that keeps it', page, [[...updatePage(uid), drop('about')]]),
  attempt('slug of nothing dropped', { 'slugs/page:lost': { id: 'nothing' } }, [[drop('lost')]]),
  attempt('slug dropped beside its deletion', page, [[...deletePage(uid, page), drop('about')]]),
  {
    ...attempt('slug taken when the page was just written', writtenNow(uid), [[take('about')], true]),
    engineOnly: racing,
  },
];
