import { assertFails, assertSucceeds, initializeTestEnvironment } from '@firebase/rules-unit-testing';
import type { RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessFacts, rules } from './access.fixture.ts';
import type { Db } from './access.fixture.ts';
import { openFirestore } from './support/target.ts';
import type { FirestoreTarget } from './support/target.ts';

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

const as = (uid: string, claims?: Record<string, unknown>): Db => env.authenticatedContext(uid, claims).firestore();
const signedOut = (): Db => env.unauthenticatedContext().firestore();

describe('access', () => {
  it.each(accessFacts)('$fact is allowed: $allowed', async ({ caller, act, allowed }) => {
    const db = caller({ as, signedOut });
    await (allowed ? assertSucceeds(act(db)) : assertFails(act(db)));
  });

  it('request.time equals server timestamps', async () => {
    const { default: firebase } = await import('firebase/compat/app');
    await import('firebase/compat/firestore');
    const at = firebase.firestore.FieldValue.serverTimestamp();
    await assertSucceeds(signedOut().doc('stamped/a').set({ at }));
    await assertFails(signedOut().doc('stamped/b').set({ at: new Date() }));
  });

  it('a denied batch stores none of its writes', async () => {
    const db = signedOut();
    await assertFails(db.batch().set(db.doc('open/half'), {}).set(db.doc('closed/x'), {}).commit());
    expect((await signedOut().doc('open/half').get()).exists).toBe(false);
  });

  it('denied listeners receive permission-denied', async () => {
    const error = await new Promise<{ code?: string }>((resolve, reject) => {
      signedOut()
        .doc('closed/a')
        .onSnapshot(() => reject(new Error('received')), resolve);
    });
    expect(error.code).toBe('permission-denied');
  });

  it('a listener ends when the rules no longer allow a document', async () => {
    const db = as('bob');
    const received: string[] = [];
    await new Promise<void>((resolve) => {
      db.doc('posts/public').onSnapshot(
        (snapshot) => {
          received.push(`published ${String(snapshot.get('published'))}`);
          void env.withSecurityRulesDisabled((context) =>
            context.firestore().doc('posts/public').update({ published: false }),
          );
        },
        (error) => {
          received.push(error.code);
          resolve();
        },
      );
    });
    expect(received).toEqual(['published true', 'permission-denied']);
  });
});

describe('the test environment', () => {
  it('removes every document with clearFirestore', async () => {
    await env.clearFirestore();
    await env.withSecurityRulesDisabled(async (context) => {
      expect((await context.firestore().collection('posts').get()).size).toBe(0);
      expect((await context.firestore().collection('deep/x/comments').get()).size).toBe(0);
    });
  });

  it('refuses rules that do not compile, with the position', async () => {
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

  it('applies new rules immediately', async () => {
    const project = `${target.project}-second`;
    const allow = (condition: string) =>
      `service cloud.firestore { match /databases/{d}/documents/a/{id} { allow read: if ${condition}; } }`;
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
