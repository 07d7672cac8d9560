import { admin, author as authorActor, editor, standingOf } from './actors.ts';
import { now, storedTime, type Attempt, type Fields, type World, type Write } from './attempt.ts';
import { attempt, changed, dropped, isAbout, lacking, stranger, uid } from './batch.ts';
import {
  createDemo,
  createPage,
  deleteDemo,
  deletePage,
  deleteSection,
  embed,
  storedDemo,
  storedPage,
  storedSection,
} from './documents.ts';

const page = storedPage({ owner: uid });
const trashPath = 'trash/pages_p1';
const deleting = deletePage(uid, page);
const inTrash = (change: Fields): Write[] => changed(deleting, 'trash', change);
const demo = storedDemo({ owner: uid });
const deletingDemo = deleteDemo(uid, demo);
const bare: World = { 'demo_pages/d1': demo['demo_pages/d1'] ?? {}, 'slugs/demo:ada': { id: 'd1' } };

const { uid: author } = authorActor;
/** Somebody makes a document under an id that is in the trash, where deleting it again would overwrite what lies there. */
const reuses = (
  [
    ['an author, of their own draft', authorActor, { created_by: author, is_published: false }, true],
    ["an author, of somebody else's draft", authorActor, { created_by: stranger, is_published: false }, false],
    ['an author, of their own published one', authorActor, { created_by: author, is_published: true }, false],
    ["an editor, of somebody else's", editor, { created_by: stranger, is_published: true }, true],
  ] as const
).flatMap(([who, actor, data, expected]): Attempt[] => [
  {
    name: `page under an id in the trash: ${who}`,
    actor,
    world: { ...standingOf(actor, false), [trashPath]: { collection: 'pages', id: 'p1', data } },
    try: { batch: createPage(actor.uid) },
    expected,
  },
  {
    name: `demo under an id in the trash: ${who}`,
    actor,
    world: { ...standingOf(actor, false), 'trash/demo_pages_d1': { collection: 'demo_pages', id: 'd1', data } },
    try: { batch: createDemo(actor.uid) },
    expected,
  },
]);

/** Deletions without trash, with other trash, or that leave companions; trash of nothing. */
export const trashAttacks: readonly Attempt[] = [
  attempt('page deleted without trash', page, [lacking(deleting, 'trash')]),
  attempt('page deleted, trash of an earlier time', { ...page, [trashPath]: { deleted_at: storedTime } }, [
    lacking(deleting, 'trash'),
  ]),
  attempt('page deleted, its slug along with it', page, [[...deleting, { delete: 'slugs/page:about' }]]),
  attempt('page deleted, trash altered', page, [inTrash({ data: { title: 'Something else' } })]),
  attempt('page deleted in the name of another', page, [inTrash({ deleted_by: stranger })]),
  attempt("page deleted in the client's time", page, [inTrash({ deleted_at: storedTime })]),
  attempt('page deleted, trash with a field more', page, [inTrash({ embed: 'x' })]),
  attempt('page deleted, trash names another', page, [inTrash({ id: 'p2' })]),
  attempt('page deleted, trash names another collection', page, [inTrash({ collection: 'demo_pages' })]),
  attempt('trash without a deletion', page, [deleting.filter((write) => isAbout(write, 'trash'))]),
  attempt('trash of what never was', {}, [deleting.filter((write) => isAbout(write, 'trash'))]),
  attempt('trash under another name', page, [
    [...deleting, { set: 'trash/pages_p2', data: (deleting[1] as { data: Fields }).data }],
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
  attempt('embed taken as trash', demo, [
    [
      ...deletingDemo,
      {
        set: 'trash/demo_embeds_d1',
        data: { collection: 'demo_embeds', id: 'd1', data: embed, deleted_by: uid, deleted_at: now },
      },
    ],
  ]),
  attempt('demo deleted without trash', demo, [lacking(deletingDemo, 'trash')]),
  attempt('demo deleted, embed left', demo, [lacking(deletingDemo, 'demo_embeds')]),
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
  ...reuses,
];
