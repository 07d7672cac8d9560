import { policyOf } from '@frontage/model/kinds/kinds';
import { admin, author as authorActor, editor, roleDocuments } from './actors.ts';
import { now, storedTime, type AttackCase, type Fields, type InitialState, type Write } from './attack-case.ts';
import { attackCase, withFields, withoutField, isAbout, withoutWrites, stranger, uid } from './batch.ts';
import { idOf, kinds } from './content-kinds.ts';
import {
  createPage,
  createSection,
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
const inTrash = (change: Fields): Write[] => withFields(deleting, 'trash', change);
const demo = storedDemo({ owner: uid });
const deletingDemo = deleteDemo(uid, demo);
const bare: InitialState = { 'demo_pages/d1': demo['demo_pages/d1'] ?? {}, 'slugs/demo:ada': { id: 'd1' } };

const { uid: author } = authorActor;
const articles = kinds.filter(({ name }) => policyOf(name) === 'articles');

/** Documents created with an id that is in the trash. Their deletion would overwrite the trash entry. */
const reuses = (
  [
    ['an author, of their own draft', authorActor, { created_by: author, is_published: false }, true],
    ["an author, of another user's draft", authorActor, { created_by: stranger, is_published: false }, false],
    ['an author, of their own published document', authorActor, { created_by: author, is_published: true }, false],
    ["an editor, of another user's document", editor, { created_by: stranger, is_published: true }, true],
  ] as const
).flatMap(([title, actor, over, expected]): AttackCase[] => {
  const data = { ...over, rev: 5 };
  return articles.map((kind) => ({
    name: `${kind.name} under an id in the trash: ${title}`,
    actor,
    initialState: {
      ...roleDocuments(actor, false),
      [`trash/${kind.collection}_${idOf(kind)}`]: { collection: kind.collection, id: idOf(kind), data },
    },
    try: { batch: kind.create(actor.uid, { rev: 6 }) },
    expected,
  }));
});

/** Documents created with the id of a deleted one and another revision than the next. */
const repeated = kinds.flatMap((kind) => {
  const { name, collection, create } = kind;
  const data = { created_by: uid, is_published: false, rev: 5 };
  const inBin = { [`trash/${collection}_${idOf(kind)}`]: { collection, id: idOf(kind), data } };
  return [1, 5, 7].map((rev) =>
    attackCase(`${name} created again as revision ${rev} after 5`, inBin, [create(uid, { rev })]),
  );
});

/** Deletions without a trash entry, with a wrong one, or without companions; trash entries without a deletion. */
export const trashAttacks: readonly AttackCase[] = [
  attackCase('page deleted without trash', page, [withoutWrites(deleting, 'trash')]),
  attackCase('page deleted, trash of an earlier time', { ...page, [trashPath]: { deleted_at: storedTime } }, [
    withoutWrites(deleting, 'trash'),
  ]),
  attackCase('page deleted together with its slug', page, [[...deleting, { delete: 'slugs/page:about' }]]),
  attackCase('page deleted, trash altered', page, [inTrash({ data: { title: 'Something else' } })]),
  attackCase('page deleted in the name of another', page, [inTrash({ deleted_by: stranger })]),
  attackCase("page deleted in the client's time", page, [inTrash({ deleted_at: storedTime })]),
  attackCase('page deleted, trash with a field more', page, [inTrash({ embed: 'x' })]),
  attackCase('page deleted, trash with another id', page, [inTrash({ id: 'p2' })]),
  attackCase('page deleted, trash with another collection', page, [inTrash({ collection: 'demo_pages' })]),
  attackCase('trash without a deletion', page, [deleting.filter((write) => isAbout(write, 'trash'))]),
  attackCase('trash of a missing page', {}, [deleting.filter((write) => isAbout(write, 'trash'))]),
  attackCase('trash under another id', page, [
    [...deleting, { set: 'trash/pages_p2', data: (deleting[1] as { data: Fields }).data }],
  ]),
  attackCase('trash entry of a setting', { 'site_settings/ga4_id': { value: 'G-1' } }, [
    [
      {
        set: 'trash/site_settings_ga4_id',
        data: { collection: 'site_settings', id: 'ga4_id', data: { value: 'G-1' }, deleted_by: uid, deleted_at: now },
      },
    ],
  ]),
  attackCase('trash entry of a slug', page, [
    [
      ...deleting,
      {
        set: 'trash/slugs_page:about',
        data: { collection: 'slugs', id: 'page:about', data: { id: 'p1' }, deleted_by: uid, deleted_at: now },
      },
    ],
  ]),
  attackCase('trash entry of an embed', demo, [
    [
      ...deletingDemo,
      {
        set: 'trash/demo_embeds_d1',
        data: { collection: 'demo_embeds', id: 'd1', data: embed, deleted_by: uid, deleted_at: now },
      },
    ],
  ]),
  attackCase('demo deleted without trash', demo, [withoutWrites(deletingDemo, 'trash')]),
  attackCase('demo deleted, embed left', demo, [withoutWrites(deletingDemo, 'demo_embeds')]),
  attackCase('demo deleted, embed not kept', demo, [withoutField(deletingDemo, 'trash', 'embed')]),
  attackCase('demo deleted, another embed kept', demo, [
    withFields(deletingDemo, 'trash', { embed: 'https://evil.example' }),
  ]),
  attackCase('demo without embed deleted', bare, [
    withoutField(withoutWrites(deletingDemo, 'demo_embeds'), 'trash', 'embed'),
    true,
  ]),
  attackCase('demo without embed deleted, one kept', bare, [withoutWrites(deletingDemo, 'demo_embeds')]),
  attackCase('demo deleted, trash with a field more', demo, [
    withFields(deletingDemo, 'trash', { password_hash: 'x' }),
  ]),
  attackCase('page deleted while a demo of the same id has an embed', { ...page, 'demo_embeds/p1': embed }, [
    deleting,
    true,
  ]),
  {
    name: 'section deleted without trash',
    actor: admin,
    initialState: { ...roleDocuments(admin, false), ...storedSection({ owner: uid }) },
    try: { batch: withoutWrites(deleteSection(admin.uid, storedSection({ owner: uid })), 'trash') },
    expected: false,
  },
  ...reuses,
  ...repeated,
  attackCase('section created again', { 'trash/homepage_sections_s1': { data: { rev: 5 } } }, [
    createSection(uid, { rev: 6 }),
    true,
  ]),
  attackCase('page deleted and created again in one batch', page, [[...deleting, ...createPage(uid, { rev: 4 })]]),
];
