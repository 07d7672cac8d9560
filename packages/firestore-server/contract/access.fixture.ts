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
export interface Callers {
  as(uid: string, claims?: Record<string, unknown>): Db;
  signedOut(): Db;
}

interface AccessFact {
  fact: string;
  caller: (people: Callers) => Db;
  act: (db: Db) => Promise<unknown>;
  allowed: boolean;
}

const post = { published: false, author: 'ada', rev: 1 };

/** Source: "Get started with Cloud Firestore security rules", "Writing conditions", "Securely query data". */
export const accessFacts: AccessFact[] = [
  {
    fact: 'writing an open document when signed out',
    caller: ({ signedOut }) => signedOut(),
    act: (db) => db.doc('open/a').set({ a: 1 }),
    allowed: true,
  },
  {
    fact: 'reading a closed document',
    caller: ({ as }) => as('ada'),
    act: (db) => db.doc('closed/a').get(),
    allowed: false,
  },
  {
    fact: 'reading a path that no rule matches',
    caller: ({ as }) => as('ada'),
    act: (db) => db.doc('unheard/of').get(),
    allowed: false,
  },
  {
    fact: 'reading a document below a match without recursive wildcard',
    caller: ({ signedOut }) => signedOut(),
    act: (db) => db.doc('open/a/b/c').get(),
    allowed: false,
  },
  {
    fact: 'writing the own document',
    caller: ({ as }) => as('ada'),
    act: (db) => db.doc('own/ada').set({}),
    allowed: true,
  },
  {
    fact: "reading another user's document",
    caller: ({ as }) => as('bob'),
    act: (db) => db.doc('own/ada').get(),
    allowed: false,
  },
  {
    fact: 'reading a user document when signed out',
    caller: ({ signedOut }) => signedOut(),
    act: (db) => db.doc('own/ada').get(),
    allowed: false,
  },
  {
    fact: 'getting a published post',
    caller: ({ signedOut }) => signedOut(),
    act: (db) => db.doc('posts/public').get(),
    allowed: true,
  },
  {
    fact: "getting another user's draft",
    caller: ({ as }) => as('bob'),
    act: (db) => db.doc('posts/draft').get(),
    allowed: false,
  },
  {
    fact: 'getting the own draft',
    caller: ({ as }) => as('ada'),
    act: (db) => db.doc('posts/draft').get(),
    allowed: true,
  },
  {
    fact: 'getting a missing post whose data the rule reads',
    caller: ({ signedOut }) => signedOut(),
    act: (db) => db.doc('posts/none').get(),
    allowed: false,
  },
  {
    fact: 'listing with a filter that the rule requires',
    caller: ({ signedOut }) => signedOut(),
    act: (db) => db.collection('posts').where('published', '==', true).limit(5).get(),
    allowed: true,
  },
  {
    fact: 'listing with too large a limit',
    caller: ({ signedOut }) => signedOut(),
    act: (db) => db.collection('posts').where('published', '==', true).limit(11).get(),
    allowed: false,
  },
  {
    fact: 'listing without a limit',
    caller: ({ signedOut }) => signedOut(),
    act: (db) => db.collection('posts').where('published', '==', true).get(),
    allowed: false,
  },
  {
    fact: 'listing without the filter',
    caller: ({ signedOut }) => signedOut(),
    act: (db) => db.collection('posts').limit(5).get(),
    allowed: false,
  },
  {
    fact: 'listing with another filter',
    caller: ({ signedOut }) => signedOut(),
    act: (db) => db.collection('posts').where('published', '==', false).limit(5).get(),
    allowed: false,
  },
  {
    fact: 'listing with the filter in a disjunction',
    caller: ({ signedOut }) => signedOut(),
    act: (db) => db.collection('posts').where('published', 'in', [true, false]).limit(5).get(),
    allowed: false,
  },
  {
    fact: 'creating with the own uid',
    caller: ({ as }) => as('ada'),
    act: (db) => db.doc('posts/new').set(post),
    allowed: true,
  },
  {
    fact: 'creating with the uid of another user',
    caller: ({ as }) => as('bob'),
    act: (db) => db.doc('posts/new').set(post),
    allowed: false,
  },
  {
    fact: 'creating with a wrong field',
    caller: ({ as }) => as('ada'),
    act: (db) => db.doc('posts/new').set({ ...post, rev: 2 }),
    allowed: false,
  },
  {
    fact: 'updating with an incremented rev',
    caller: ({ as }) => as('bob'),
    act: (db) => db.doc('posts/draft').update({ rev: 2 }),
    allowed: true,
  },
  {
    fact: 'updating with the same rev',
    caller: ({ as }) => as('bob'),
    act: (db) => db.doc('posts/draft').update({ title: 'x' }),
    allowed: false,
  },
  {
    fact: 'setting an existing document, which is an update',
    caller: ({ as }) => as('ada'),
    act: (db) => db.doc('posts/draft').set({ ...post, rev: 1 }),
    allowed: false,
  },
  {
    fact: 'deleting with the required role',
    caller: ({ as }) => as('root'),
    act: (db) => db.doc('posts/draft').delete(),
    allowed: true,
  },
  {
    fact: 'deleting without the role document',
    caller: ({ as }) => as('ada'),
    act: (db) => db.doc('posts/draft').delete(),
    allowed: false,
  },
  {
    fact: 'reading with sufficient claims',
    caller: ({ as }) => as('ada', { email_verified: true, level: 3 }),
    act: (db) => db.doc('claims/a').get(),
    allowed: true,
  },
  {
    fact: 'reading with insufficient claims',
    caller: ({ as }) => as('ada', { email_verified: true, level: 2 }),
    act: (db) => db.doc('claims/a').get(),
    allowed: false,
  },
  {
    fact: 'reading without claims',
    caller: ({ as }) => as('ada'),
    act: (db) => db.doc('claims/a').get(),
    allowed: false,
  },
  {
    fact: 'creating documents that reference each other in one batch',
    caller: ({ signedOut }) => signedOut(),
    act: (db) => db.batch().set(db.doc('pages/p'), { slug: 's' }).set(db.doc('slugs/s'), { page: 'p' }).commit(),
    allowed: true,
  },
  {
    fact: 'creating one of these documents alone',
    caller: ({ signedOut }) => signedOut(),
    act: (db) => db.doc('pages/p').set({ slug: 's' }),
    allowed: false,
  },
  {
    fact: 'creating documents with a wrong reference in one batch',
    caller: ({ signedOut }) => signedOut(),
    act: (db) => db.batch().set(db.doc('pages/p'), { slug: 's' }).set(db.doc('slugs/t'), { page: 'p' }).commit(),
    allowed: false,
  },
  {
    fact: 'a batch with one denied write',
    caller: ({ signedOut }) => signedOut(),
    act: (db) => db.batch().set(db.doc('open/x'), {}).set(db.doc('closed/x'), {}).commit(),
    allowed: false,
  },
  {
    fact: 'listing a collection group with the required filter',
    caller: ({ signedOut }) => signedOut(),
    act: (db) => db.collectionGroup('comments').where('public', '==', true).get(),
    allowed: true,
  },
  {
    fact: 'listing a collection group without the required filter',
    caller: ({ signedOut }) => signedOut(),
    act: (db) => db.collectionGroup('comments').get(),
    allowed: false,
  },
  {
    fact: 'listing one collection of the group',
    caller: ({ signedOut }) => signedOut(),
    act: (db) => db.collection('deep/x/comments').where('public', '==', true).get(),
    allowed: true,
  },
  {
    fact: 'a transaction of reads and writes',
    caller: ({ as }) => as('bob'),
    act: (db) =>
      db.runTransaction(async (transaction) => {
        const { rev } = (await transaction.get(db.doc('posts/public'))).data() as { rev: number };
        transaction.update(db.doc('posts/public'), { rev: rev + 1 });
      }),
    allowed: true,
  },
  {
    fact: 'a transaction with a denied read',
    caller: ({ as }) => as('bob'),
    act: (db) => db.runTransaction((transaction) => transaction.get(db.doc('posts/draft'))),
    allowed: false,
  },
];
