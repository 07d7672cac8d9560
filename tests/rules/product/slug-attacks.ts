import { requestTime, type Attempt, type World, type Write } from './attempt.ts';
import { attempt, changed, lacking, racing, stranger, uid } from './batch.ts';
import { createPage, deletePage, storedDemo, storedPage, updateDemo, updatePage } from './documents.ts';

const page = storedPage({ owner: uid });
/** A page somebody has written at this very moment: not in this batch, or not by this caller. */
const writtenNow = (by: string, slug = 'about'): World => ({
  'pages/p1': { ...page['pages/p1'], slug, updated_at: requestTime, updated_by: by },
});
const take = (slug: string, id = 'p1'): Write => ({ set: `slugs/page:${slug}`, data: { id } });
const drop = (slug: string): Write => ({ delete: `slugs/page:${slug}` });
const rename = (slug: string): Write[] => updatePage(uid, { slug });

const demoPage = storedDemo({ owner: uid });
const renameDemo = updateDemo(uid, { slug: 'eve' });
const takeDemo: Write = { set: 'slugs/demo:eve', data: { id: 'd1' } };

/** Slugs taken without their document, left, stolen, doubled or dropped. */
export const slugAttacks: readonly Attempt[] = [
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
