import { join } from 'node:path';
import { getApps, initializeApp as initializeAdmin } from 'firebase-admin/app';
import { getFirestore as getAdminFirestore } from 'firebase-admin/firestore';
import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import {
  collection,
  connectFirestoreEmulator,
  count,
  endAt,
  getAggregate,
  getDocs,
  getFirestore,
  limit,
  orderBy,
  query,
  setLogLevel,
  where,
  type Firestore,
  type Query,
  documentId,
  startAfter,
} from 'firebase/firestore/lite';
import { kinds } from '@frontage/model/kinds/kinds';
import { roleNames, type Role } from '@frontage/model/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTarget, type Target } from '../../contract/target.ts';

// The admin's queries, which the rules must allow and an index must serve, and queries of attackers.

let target: Target;
const apps: FirebaseApp[] = [];
const clients = new Map<Role, Firestore>();

beforeAll(async () => {
  setLogLevel('silent');
  const root = join(import.meta.dirname, '../../..');
  target = await openTarget({
    only: ['firestore'],
    local: { firestoreRules: join(root, 'firestore.rules'), firestoreIndexes: join(root, 'firestore.indexes.json') },
  });
  const admin = getAdminFirestore(getApps()[0] ?? initializeAdmin({ projectId: target.project }));
  const [host = '', port] = target.hosts.firestore.split(':');
  for (const role of roleNames) {
    await admin.doc(`user_roles/${role}`).set({ user_id: role, roles: [role], is_active: true });
    const app = initializeApp({ projectId: target.project, apiKey: 'any' }, role);
    apps.push(app);
    const firestore = getFirestore(app);
    connectFirestoreEmulator(firestore, host, Number(port), { mockUserToken: { sub: role } });
    clients.set(role, firestore);
  }
  for (const [path, data] of Object.entries(documents)) await admin.doc(path).set(data);
});
afterAll(async () => {
  await Promise.all(apps.map((app) => deleteApp(app)));
  await target.stop();
});

const at = new Date();
const documents = {
  'pages/a': { menu_order: 1, title: 'A', created_by: 'author', created_at: at },
  'demo_pages/a': { created_by: 'author', created_at: at },
  'homepage_sections/a': { order_index: 0 },
  'profiles/a': { is_active: true, created_at: at, email: 'a@example.com' },
  'invites/a': { email: 'a@example.com', created_at: at },
  'slugs/page:a': { id: 'a' },
  'redirects/a': { from: '/a', to: '/b' },
  'trash/pages_x': { collection: 'pages', deleted_at: at },
  'audit/a': { at, actor: 'admin', document: 'pages/a' },
  'releases/a': { created_at: at },
  'site_settings/ga4_id': { value: null },
  'build_state/pages_a': { document: 'pages/a', state: 'failed' },
  'demo_secrets/a': { password_hash: '$argon2id$secret' },
  'demo_embeds/a': { iframe_url: 'https://secret.example.com' },
  'sealed_hashes/a': { uid: 'author' },
  'drafts/pages_a': { collection: 'pages', id: 'a', review: { rev: 1, by: 'author' } },
  'draft_embeds/a': { iframe_url: 'https://secret.example.com' },
  'revisions/pages_a_1': { document: 'pages/a', rev: 1, at },
  'schedules/pages_a_publish': { state: 'waiting', at },
  'launches/a': { state: 'open', created_at: at },
  'launch_versions/a_0': { launch: 'a' },
  'launch_comments/a': { launch: 'a', text: 'Good', at },
  'revision_embeds/a_1': { document: 'demo_pages/a', created_by: 'author', at },
  'summaries/pages_32_0': { set: 'pages_32', entries: '{}' },
  'search/pages_32_0': { set: 'pages_32', entries: '', at },
  'search_people/profiles_1_0': { set: 'profiles_1', entries: '', at },
  'presence/pages_a_author': { document: 'pages_a', name: 'Ada' },
};

type QueryFactory = (firestore: Firestore) => Query;
const of = (name: string) => (firestore: Firestore) => collection(firestore, name);

const embedsOf = (firestore: Firestore) =>
  query(
    of('revision_embeds')(firestore),
    where('document', '==', 'demo_pages/a'),
    where('at', '<=', at),
    orderBy('at', 'desc'),
  );

const addressed = Object.values(kinds).filter(({ address }) => address !== null);
const staff: Role[] = ['viewer', 'author', 'editor', 'admin'];
const queries: [string, QueryFactory, Role[]][] = [
  ['pages by menu order', (f) => query(of('pages')(f), orderBy('menu_order')), staff],
  ['pages by title', (f) => query(of('pages')(f), orderBy('title')), staff],
  ['demos, newest first', (f) => query(of('demo_pages')(f), orderBy('created_at', 'desc')), staff],
  ['sections in order', (f) => query(of('homepage_sections')(f), orderBy('order_index')), staff],
  ['settings', (f) => of('site_settings')(f), staff],
  ['slugs of a document', (f) => query(of('slugs')(f), where('id', '==', 'a')), staff],
  ['slugs', (f) => of('slugs')(f), staff],
  ['redirects', (f) => of('redirects')(f), staff],
  ['releases, newest first', (f) => query(of('releases')(f), orderBy('created_at', 'desc'), limit(20)), staff],
  ...addressed.map(({ collection: name }): [string, QueryFactory, Role[]] => [
    `ten newest ${name} of a user`,
    (f) => query(of(name)(f), where('created_by', '==', 'author'), orderBy('created_at', 'desc'), limit(10)),
    staff,
  ]),
  ['summaries of a collection', (f) => query(of('summaries')(f), where('set', '==', 'pages_32')), staff],
  ['search index', (f) => query(of('search')(f), where('set', 'in', ['pages_32', 'drafts_8'])), staff],
  ['changed parts of the search index', (f) => query(of('search')(f), orderBy('at', 'desc'), endAt(at)), staff],
  ['search index of people', (f) => query(of('search_people')(f), where('set', 'in', ['profiles_1'])), ['admin']],
  ...[...Object.values(kinds), { collection: 'slugs' }].map(({ collection: name }): [string, QueryFactory, Role[]] => [
    `${name} that were written last`,
    (f) => query(of(name)(f), orderBy('updated_at', 'desc'), limit(10)),
    staff,
  ]),
  ['documents with failed publication', (f) => query(of('build_state')(f), where('state', '==', 'failed')), staff],
  ['presence at a document', (f) => query(of('presence')(f), where('document', '==', 'pages_a'), limit(20)), staff],
  ['drafts of a collection', (f) => query(of('drafts')(f), where('collection', '==', 'pages')), staff],
  ['drafts that wait for an editor', (f) => query(of('drafts')(f), orderBy('review.rev', 'desc')), staff],
  [
    'revisions of a document, newest first',
    (f) => query(of('revisions')(f), where('document', '==', 'pages/a'), orderBy('rev', 'desc'), limit(20)),
    staff,
  ],
  [
    'further revisions of a document',
    (f) =>
      query(
        of('revisions')(f),
        where('document', '==', 'pages/a'),
        where('rev', '<', 9),
        orderBy('rev', 'desc'),
        limit(20),
      ),
    staff,
  ],
  ['embed codes of a demo', (f) => query(embedsOf(f), limit(1)), ['editor', 'admin']],
  [
    'embed codes of an own demo',
    (f) => query(embedsOf(f), where('created_by', '==', 'author'), limit(1)),
    ['author', 'editor', 'admin'],
  ],
  ['images, last changed first', (f) => query(of('media')(f), orderBy('updated_at', 'desc'), limit(8)), staff],
  ['schedules, newest first', (f) => query(of('schedules')(f), orderBy('at', 'desc'), limit(200)), staff],
  ['launches, newest first', (f) => query(of('launches')(f), orderBy('created_at', 'desc'), limit(200)), staff],
  ['planned launches, the next first', (f) => query(of('launches')(f), orderBy('planned.at'), limit(200)), staff],
  ['failed launches', (f) => query(of('launches')(f), orderBy('missed.at'), limit(200)), staff],
  ['schedules of a document', (f) => query(of('launches')(f), where('schedule_of', '==', 'pages/a')), staff],
  [
    'schedules of listed documents',
    (f) => query(of('launches')(f), where('state', '==', 'scheduled'), where('schedule_of', 'in', ['pages/a'])),
    staff,
  ],
  ['open launches', (f) => query(of('launches')(f), where('state', '==', 'open')), staff],
  ['comments on a launch', (f) => query(of('launch_comments')(f), where('launch', '==', 'a')), staff],
  ['documents before a launch', (f) => query(of('launch_versions')(f), where('launch', '==', 'a')), []],
  ['trash, newest first', (f) => query(of('trash')(f), orderBy('deleted_at', 'desc')), ['editor', 'admin']],
  [
    'trash of a collection',
    (f) => query(of('trash')(f), where('collection', '==', 'pages'), orderBy('deleted_at', 'desc')),
    ['editor', 'admin'],
  ],
  ['profiles, newest first', (f) => query(of('profiles')(f), orderBy('created_at', 'desc')), ['admin']],
  [
    'active profiles, newest first',
    (f) => query(of('profiles')(f), where('is_active', '==', true), orderBy('created_at', 'desc')),
    ['admin'],
  ],
  ['roles of all users', (f) => of('user_roles')(f), ['admin']],
  ['invites, newest first', (f) => query(of('invites')(f), orderBy('created_at', 'desc')), ['admin']],
  ['audit, newest first', (f) => query(of('audit')(f), orderBy('at', 'desc'), limit(50)), ['admin']],
  [
    'audit of a person',
    (f) => query(of('audit')(f), where('actor', '==', 'admin'), orderBy('at', 'desc'), limit(50)),
    ['admin'],
  ],
  [
    'audit of a document',
    (f) => query(of('audit')(f), where('document', '==', 'pages/a'), orderBy('at', 'desc'), limit(50)),
    ['admin'],
  ],
  [
    'audit of a person, document and action in a range, after a position',
    (f) =>
      query(
        of('audit')(f),
        where('actor', '==', 'admin'),
        where('document', '==', 'pages/a'),
        where('action', '==', 'updated'),
        orderBy('at', 'desc'),
        orderBy(documentId(), 'desc'),
        startAfter(at, 'b'),
        endAt(at),
        limit(30),
      ),
    ['admin'],
  ],
  [
    'audit of publications',
    (f) => query(of('audit')(f), where('details.is_published', '==', true), orderBy('at', 'desc'), limit(30)),
    ['admin'],
  ],
  [
    'drafts of a user, last changed first',
    (f) => query(of('drafts')(f), where('updated_by', '==', 'author'), orderBy('updated_at', 'desc'), limit(4)),
    staff,
  ],
  [
    'the next schedules',
    (f) => query(of('schedules')(f), where('state', '==', 'waiting'), orderBy('at'), limit(4)),
    staff,
  ],
  // A query with a filter would reveal the filtered field even if it is not selected.
  ['demo secrets by hash', (f) => query(of('demo_secrets')(f), where('password_hash', '>=', '$argon2id$s')), []],
  ['demo embeds by address', (f) => query(of('demo_embeds')(f), where('iframe_url', '>=', 'https://s')), []],
  ['codes of drafts by address', (f) => query(of('draft_embeds')(f), where('iframe_url', '>=', 'https://s')), []],
  ['sealed hashes', (f) => query(of('sealed_hashes')(f), where('uid', '==', 'author')), []],
  ['profiles by email', (f) => query(of('profiles')(f), where('email', '>=', 'a')), ['admin']],
  ['invites by email', (f) => query(of('invites')(f), where('email', '==', 'a@example.com')), ['admin']],
  ['administrators', (f) => query(of('user_roles')(f), where('roles', 'array-contains', 'admin')), ['admin']],
];

describe.each(queries)('%s', (_name, ask, permitted) => {
  it.each(roleNames)('%s', async (role) => {
    const firestore = clients.get(role) as Firestore;
    const outcome = async (promise: Promise<unknown>): Promise<string> =>
      promise.then(
        () => 'allowed',
        (error: { code?: string }) => error.code ?? String(error),
      );
    const expected = permitted.includes(role) ? 'allowed' : 'permission-denied';
    expect(await outcome(getDocs(ask(firestore)))).toBe(expected);
    expect(await outcome(getAggregate(ask(firestore), { all: count() }))).toBe(expected);
  });
});
