import type { RulesTestEnvironment } from '@firebase/rules-unit-testing';

export const rules = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function signedIn() { return request.auth != null; }
    function role() { return get(/databases/$(database)/documents/roles/$(request.auth.uid)).data.role; }
    match /open/{id} { allow read, write; }
    match /closed/{id} { allow read, write: if false; }
    match /own/{uid} { allow read, write: if request.auth.uid == uid; }
    match /posts/{id} {
      allow get: if resource.data.published == true || (signedIn() && resource.data.author == request.auth.uid);
      allow list: if resource.data.published == true && request.query.limit <= 10;
      allow create: if signedIn() && request.resource.data.author == request.auth.uid && request.resource.data.rev == 1;
      allow update: if request.resource.data.rev == resource.data.rev + 1;
      allow delete: if role() == 'admin';
    }
    match /slugs/{slug} {
      allow create: if getAfter(/databases/$(database)/documents/pages/$(request.resource.data.page)).data.slug == slug;
    }
    match /pages/{id} {
      allow create: if existsAfter(/databases/$(database)/documents/slugs/$(request.resource.data.slug));
    }
    match /claims/{id} { allow read: if request.auth.token.email_verified == true && request.auth.token.level >= 3; }
    match /{path=**}/comments/{id} { allow read: if resource.data.public == true; }
    match /stamped/{id} { allow write: if request.resource.data.at == request.time; }
  }
}`;

export type Db = ReturnType<ReturnType<RulesTestEnvironment['unauthenticatedContext']>['firestore']>;
export interface People {
  as(uid: string, claims?: Record<string, unknown>): Db;
  nobody(): Db;
}

interface AccessFact {
  fact: string;
  who: (people: People) => Db;
  act: (db: Db) => Promise<unknown>;
  allowed: boolean;
}

const post = { published: false, author: 'ada', rev: 1 };

/** Source: "Get started with Cloud Firestore security rules", "Writing conditions", "Securely query data". */
export const accessFacts: AccessFact[] = [
  {
    fact: 'open to signed-out users',
    who: ({ nobody }) => nobody(),
    act: (db) => db.doc('open/a').set({ a: 1 }),
    allowed: true,
  },
  { fact: 'closed to all', who: ({ as }) => as('ada'), act: (db) => db.doc('closed/a').get(), allowed: false },
  {
    fact: 'a path that no rule matches',
    who: ({ as }) => as('ada'),
    act: (db) => db.doc('unheard/of').get(),
    allowed: false,
  },
  {
    fact: 'below a match without wildcard',
    who: ({ nobody }) => nobody(),
    act: (db) => db.doc('open/a/b/c').get(),
    allowed: false,
  },
  { fact: 'own document', who: ({ as }) => as('ada'), act: (db) => db.doc('own/ada').set({}), allowed: true },
  {
    fact: "somebody else's document",
    who: ({ as }) => as('bob'),
    act: (db) => db.doc('own/ada').get(),
    allowed: false,
  },
  {
    fact: 'own document when not signed in',
    who: ({ nobody }) => nobody(),
    act: (db) => db.doc('own/ada').get(),
    allowed: false,
  },
  {
    fact: 'get a published post',
    who: ({ nobody }) => nobody(),
    act: (db) => db.doc('posts/public').get(),
    allowed: true,
  },
  {
    fact: "get somebody's draft",
    who: ({ as }) => as('bob'),
    act: (db) => db.doc('posts/draft').get(),
    allowed: false,
  },
  { fact: 'get own draft', who: ({ as }) => as('ada'), act: (db) => db.doc('posts/draft').get(), allowed: true },
  {
    fact: 'get a missing post whose data the rule reads',
    who: ({ nobody }) => nobody(),
    act: (db) => db.doc('posts/none').get(),
    allowed: false,
  },
  {
    fact: 'list that the query proves',
    who: ({ nobody }) => nobody(),
    act: (db) => db.collection('posts').where('published', '==', true).limit(5).get(),
    allowed: true,
  },
  {
    fact: 'list with too large a limit',
    who: ({ nobody }) => nobody(),
    act: (db) => db.collection('posts').where('published', '==', true).limit(11).get(),
    allowed: false,
  },
  {
    fact: 'list without a limit',
    who: ({ nobody }) => nobody(),
    act: (db) => db.collection('posts').where('published', '==', true).get(),
    allowed: false,
  },
  {
    fact: 'list without the filter',
    who: ({ nobody }) => nobody(),
    act: (db) => db.collection('posts').limit(5).get(),
    allowed: false,
  },
  {
    fact: 'list with another filter',
    who: ({ nobody }) => nobody(),
    act: (db) => db.collection('posts').where('published', '==', false).limit(5).get(),
    allowed: false,
  },
  {
    fact: 'list with the filter in an or',
    who: ({ nobody }) => nobody(),
    act: (db) => db.collection('posts').where('published', 'in', [true, false]).limit(5).get(),
    allowed: false,
  },
  { fact: 'create as oneself', who: ({ as }) => as('ada'), act: (db) => db.doc('posts/new').set(post), allowed: true },
  {
    fact: 'create as another user',
    who: ({ as }) => as('bob'),
    act: (db) => db.doc('posts/new').set(post),
    allowed: false,
  },
  {
    fact: 'create with a wrong field',
    who: ({ as }) => as('ada'),
    act: (db) => db.doc('posts/new').set({ ...post, rev: 2 }),
    allowed: false,
  },
  {
    fact: 'update that raises rev',
    who: ({ as }) => as('bob'),
    act: (db) => db.doc('posts/draft').update({ rev: 2 }),
    allowed: true,
  },
  {
    fact: 'update that keeps rev',
    who: ({ as }) => as('bob'),
    act: (db) => db.doc('posts/draft').update({ title: 'x' }),
    allowed: false,
  },
  {
    fact: 'set over an existing document is an update',
    who: ({ as }) => as('ada'),
    act: (db) => db.doc('posts/draft').set({ ...post, rev: 1 }),
    allowed: false,
  },
  { fact: 'delete by role', who: ({ as }) => as('root'), act: (db) => db.doc('posts/draft').delete(), allowed: true },
  {
    fact: 'delete without the role document',
    who: ({ as }) => as('ada'),
    act: (db) => db.doc('posts/draft').delete(),
    allowed: false,
  },
  {
    fact: 'claims that suffice',
    who: ({ as }) => as('ada', { email_verified: true, level: 3 }),
    act: (db) => db.doc('claims/a').get(),
    allowed: true,
  },
  {
    fact: 'claims that do not',
    who: ({ as }) => as('ada', { email_verified: true, level: 2 }),
    act: (db) => db.doc('claims/a').get(),
    allowed: false,
  },
  { fact: 'missing claims', who: ({ as }) => as('ada'), act: (db) => db.doc('claims/a').get(), allowed: false },
  {
    fact: 'a pair of documents that name each other in one batch',
    who: ({ nobody }) => nobody(),
    act: (db) => db.batch().set(db.doc('pages/p'), { slug: 's' }).set(db.doc('slugs/s'), { page: 'p' }).commit(),
    allowed: true,
  },
  {
    fact: 'one of the pair alone',
    who: ({ nobody }) => nobody(),
    act: (db) => db.doc('pages/p').set({ slug: 's' }),
    allowed: false,
  },
  {
    fact: 'a pair that does not fit',
    who: ({ nobody }) => nobody(),
    act: (db) => db.batch().set(db.doc('pages/p'), { slug: 's' }).set(db.doc('slugs/t'), { page: 'p' }).commit(),
    allowed: false,
  },
  {
    fact: 'a batch of which one write is denied',
    who: ({ nobody }) => nobody(),
    act: (db) => db.batch().set(db.doc('open/x'), {}).set(db.doc('closed/x'), {}).commit(),
    allowed: false,
  },
  {
    fact: 'a collection group by a recursive wildcard',
    who: ({ nobody }) => nobody(),
    act: (db) => db.collectionGroup('comments').where('public', '==', true).get(),
    allowed: true,
  },
  {
    fact: 'a collection group that the query does not prove',
    who: ({ nobody }) => nobody(),
    act: (db) => db.collectionGroup('comments').get(),
    allowed: false,
  },
  {
    fact: 'one collection of the group',
    who: ({ nobody }) => nobody(),
    act: (db) => db.collection('deep/x/comments').where('public', '==', true).get(),
    allowed: true,
  },
  {
    fact: 'a transaction of reads and writes',
    who: ({ as }) => as('bob'),
    act: (db) =>
      db.runTransaction(async (transaction) => {
        const { rev } = (await transaction.get(db.doc('posts/public'))).data() as { rev: number };
        transaction.update(db.doc('posts/public'), { rev: rev + 1 });
      }),
    allowed: true,
  },
  {
    fact: 'a transaction with a denied read',
    who: ({ as }) => as('bob'),
    act: (db) => db.runTransaction((transaction) => transaction.get(db.doc('posts/draft'))),
    allowed: false,
  },
];
