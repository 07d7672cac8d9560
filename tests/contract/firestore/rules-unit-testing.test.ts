import { assertFails, assertSucceeds, initializeTestEnvironment } from '@firebase/rules-unit-testing';
import type { RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openFirestore } from './support/target.ts';
import type { FirestoreTarget } from './support/target.ts';

const rules = `rules_version = '2';
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

let target: FirestoreTarget;
let env: RulesTestEnvironment;

beforeAll(async () => {
  target = await openFirestore();
  env = await initializeTestEnvironment({
    projectId: target.project,
    firestore: { host: target.host, port: target.port, rules },
  });
});
afterAll(async () => {
  await env.cleanup();
  await target.stop();
});
beforeEach(async () => {
  await env.clearFirestore();
  await env.withSecurityRulesDisabled(async (context) => {
    const db = context.firestore();
    await db.doc('posts/public').set({ published: true, author: 'ada', rev: 1 });
    await db.doc('posts/draft').set({ published: false, author: 'ada', rev: 1 });
    await db.doc('roles/root').set({ role: 'admin' });
    await db.doc('claims/a').set({});
    await db.doc('deep/x/comments/a').set({ public: true });
    await db.doc('deep/x/comments/b').set({ public: false });
  });
});

type Db = ReturnType<ReturnType<RulesTestEnvironment['unauthenticatedContext']>['firestore']>;
const as = (uid: string, claims?: Record<string, unknown>): Db => env.authenticatedContext(uid, claims).firestore();
const nobody = (): Db => env.unauthenticatedContext().firestore();

interface AccessFact {
  fact: string;
  who: () => Db;
  act: (db: Db) => Promise<unknown>;
  allowed: boolean;
}

const post = { published: false, author: 'ada', rev: 1 };

/** Source: "Get started with Cloud Firestore security rules", "Writing conditions", "Securely query data". */
const facts: AccessFact[] = [
  { fact: 'open to nobody in particular', who: nobody, act: (db) => db.doc('open/a').set({ a: 1 }), allowed: true },
  { fact: 'closed to everybody', who: () => as('ada'), act: (db) => db.doc('closed/a').get(), allowed: false },
  { fact: 'what no rule matches', who: () => as('ada'), act: (db) => db.doc('unheard/of').get(), allowed: false },
  { fact: 'below a match without wildcard', who: nobody, act: (db) => db.doc('open/a/b/c').get(), allowed: false },
  { fact: 'own document', who: () => as('ada'), act: (db) => db.doc('own/ada').set({}), allowed: true },
  { fact: "somebody else's document", who: () => as('bob'), act: (db) => db.doc('own/ada').get(), allowed: false },
  { fact: 'own document when not signed in', who: nobody, act: (db) => db.doc('own/ada').get(), allowed: false },
  { fact: 'get a published post', who: nobody, act: (db) => db.doc('posts/public').get(), allowed: true },
  { fact: "get somebody's draft", who: () => as('bob'), act: (db) => db.doc('posts/draft').get(), allowed: false },
  { fact: 'get own draft', who: () => as('ada'), act: (db) => db.doc('posts/draft').get(), allowed: true },
  {
    fact: 'get a missing post whose data the rule reads',
    who: nobody,
    act: (db) => db.doc('posts/none').get(),
    allowed: false,
  },
  {
    fact: 'list that the query proves',
    who: nobody,
    act: (db) => db.collection('posts').where('published', '==', true).limit(5).get(),
    allowed: true,
  },
  {
    fact: 'list with too large a limit',
    who: nobody,
    act: (db) => db.collection('posts').where('published', '==', true).limit(11).get(),
    allowed: false,
  },
  {
    fact: 'list without a limit',
    who: nobody,
    act: (db) => db.collection('posts').where('published', '==', true).get(),
    allowed: false,
  },
  { fact: 'list without the filter', who: nobody, act: (db) => db.collection('posts').limit(5).get(), allowed: false },
  {
    fact: 'list with another filter',
    who: nobody,
    act: (db) => db.collection('posts').where('published', '==', false).limit(5).get(),
    allowed: false,
  },
  {
    fact: 'list with the filter in an or',
    who: nobody,
    act: (db) => db.collection('posts').where('published', 'in', [true, false]).limit(5).get(),
    allowed: false,
  },
  { fact: 'create as oneself', who: () => as('ada'), act: (db) => db.doc('posts/new').set(post), allowed: true },
  { fact: 'create as somebody else', who: () => as('bob'), act: (db) => db.doc('posts/new').set(post), allowed: false },
  {
    fact: 'create with a wrong field',
    who: () => as('ada'),
    act: (db) => db.doc('posts/new').set({ ...post, rev: 2 }),
    allowed: false,
  },
  {
    fact: 'update that raises rev',
    who: () => as('bob'),
    act: (db) => db.doc('posts/draft').update({ rev: 2 }),
    allowed: true,
  },
  {
    fact: 'update that keeps rev',
    who: () => as('bob'),
    act: (db) => db.doc('posts/draft').update({ title: 'x' }),
    allowed: false,
  },
  {
    fact: 'set over an existing document is an update',
    who: () => as('ada'),
    act: (db) => db.doc('posts/draft').set({ ...post, rev: 1 }),
    allowed: false,
  },
  { fact: 'delete by role', who: () => as('root'), act: (db) => db.doc('posts/draft').delete(), allowed: true },
  {
    fact: 'delete without the role document',
    who: () => as('ada'),
    act: (db) => db.doc('posts/draft').delete(),
    allowed: false,
  },
  {
    fact: 'claims that suffice',
    who: () => as('ada', { email_verified: true, level: 3 }),
    act: (db) => db.doc('claims/a').get(),
    allowed: true,
  },
  {
    fact: 'claims that do not',
    who: () => as('ada', { email_verified: true, level: 2 }),
    act: (db) => db.doc('claims/a').get(),
    allowed: false,
  },
  { fact: 'missing claims', who: () => as('ada'), act: (db) => db.doc('claims/a').get(), allowed: false },
  {
    fact: 'a pair of documents that name each other in one batch',
    who: nobody,
    act: (db) => db.batch().set(db.doc('pages/p'), { slug: 's' }).set(db.doc('slugs/s'), { page: 'p' }).commit(),
    allowed: true,
  },
  { fact: 'one of the pair alone', who: nobody, act: (db) => db.doc('pages/p').set({ slug: 's' }), allowed: false },
  {
    fact: 'a pair that does not fit',
    who: nobody,
    act: (db) => db.batch().set(db.doc('pages/p'), { slug: 's' }).set(db.doc('slugs/t'), { page: 'p' }).commit(),
    allowed: false,
  },
  {
    fact: 'a batch of which one write is denied',
    who: nobody,
    act: (db) => db.batch().set(db.doc('open/x'), {}).set(db.doc('closed/x'), {}).commit(),
    allowed: false,
  },
  {
    fact: 'a collection group by a recursive wildcard',
    who: nobody,
    act: (db) => db.collectionGroup('comments').where('public', '==', true).get(),
    allowed: true,
  },
  {
    fact: 'a collection group that the query does not prove',
    who: nobody,
    act: (db) => db.collectionGroup('comments').get(),
    allowed: false,
  },
  {
    fact: 'one collection of the group',
    who: nobody,
    act: (db) => db.collection('deep/x/comments').where('public', '==', true).get(),
    allowed: true,
  },
  {
    fact: 'a transaction of reads and writes',
    who: () => as('bob'),
    act: (db) =>
      db.runTransaction(async (transaction) => {
        const { rev } = (await transaction.get(db.doc('posts/public'))).data() as { rev: number };
        transaction.update(db.doc('posts/public'), { rev: rev + 1 });
      }),
    allowed: true,
  },
  {
    fact: 'a transaction that reads what it may not',
    who: () => as('bob'),
    act: (db) => db.runTransaction((transaction) => transaction.get(db.doc('posts/draft'))),
    allowed: false,
  },
];

describe('access', () => {
  it.each(facts)('$fact', async ({ who, act, allowed }) => {
    await (allowed ? assertSucceeds(act(who())) : assertFails(act(who())));
  });

  it('server timestamps are the time of the request', async () => {
    const { default: firebase } = await import('firebase/compat/app');
    await import('firebase/compat/firestore');
    const at = firebase.firestore.FieldValue.serverTimestamp();
    await assertSucceeds(nobody().doc('stamped/a').set({ at }));
    await assertFails(nobody().doc('stamped/b').set({ at: new Date() }));
  });

  it('a denied batch stores none of its writes', async () => {
    const db = nobody();
    await assertFails(db.batch().set(db.doc('open/half'), {}).set(db.doc('closed/x'), {}).commit());
    expect((await nobody().doc('open/half').get()).exists).toBe(false);
  });

  it('denied listeners hear permission-denied', async () => {
    const error = await new Promise<{ code?: string }>((resolve, reject) => {
      nobody()
        .doc('closed/a')
        .onSnapshot(() => reject(new Error('heard')), resolve);
    });
    expect(error.code).toBe('permission-denied');
  });

  it('a listener loses sight of a document that the rules then hide', async () => {
    const db = as('bob');
    const heard: string[] = [];
    await new Promise<void>((resolve) => {
      db.doc('posts/public').onSnapshot(
        (snapshot) => {
          heard.push(`published ${String(snapshot.get('published'))}`);
          void env.withSecurityRulesDisabled((context) =>
            context.firestore().doc('posts/public').update({ published: false }),
          );
        },
        (error) => {
          heard.push(error.code);
          resolve();
        },
      );
    });
    expect(heard).toEqual(['published true', 'permission-denied']);
  });
});

describe('the test environment', () => {
  it('clearFirestore removes every document', async () => {
    await env.clearFirestore();
    await env.withSecurityRulesDisabled(async (context) => {
      expect((await context.firestore().collection('posts').get()).size).toBe(0);
      expect((await context.firestore().collection('deep/x/comments').get()).size).toBe(0);
    });
  });

  it('refuses rules that do not compile, and says where', async () => {
    const broken = initializeTestEnvironment({
      projectId: `${target.project}-broken`,
      firestore: {
        host: target.host,
        port: target.port,
        rules: 'service cloud.firestore { match /a { allow read: if ; } }',
      },
    });
    await expect(broken).rejects.toThrow(/1/);
  });

  it('new rules replace the old ones at once', async () => {
    const project = `${target.project}-second`;
    const allow = (what: string) =>
      `service cloud.firestore { match /databases/{d}/documents/a/{id} { allow read: if ${what}; } }`;
    const firestore = { host: target.host, port: target.port };
    const first = await initializeTestEnvironment({
      projectId: project,
      firestore: { ...firestore, rules: allow('false') },
    });
    await assertFails(first.unauthenticatedContext().firestore().doc('a/b').get());
    const second = await initializeTestEnvironment({
      projectId: project,
      firestore: { ...firestore, rules: allow('true') },
    });
    await assertSucceeds(second.unauthenticatedContext().firestore().doc('a/b').get());
    await Promise.all([first.cleanup(), second.cleanup()]);
  });
});
