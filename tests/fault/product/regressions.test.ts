import { randomUUID } from 'node:crypto';
import { calls, type CallName } from '@frontage/model/calls';
import { getAuth } from 'firebase-admin/auth';
import { getStorage as getAdminStorage } from 'firebase-admin/storage';
import {
  getMultiFactorResolver,
  multiFactor,
  signInWithEmailAndPassword,
  signOut,
  TotpMultiFactorGenerator,
  type MultiFactorError,
} from 'firebase/auth';
import {
  collection,
  count,
  doc,
  getAggregate,
  getDoc,
  getDocs,
  query,
  serverTimestamp,
  setDoc,
  where,
  writeBatch,
} from 'firebase/firestore/lite';
import { ref, uploadBytes } from 'firebase/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOfStep, decodeBase32, stepAt } from '../../../local/auth/totp.ts';
import { openProduct, refusalOf, type Person, type Product } from '../../contract/functions-product/product.ts';

// What went wrong elsewhere, tried here. Each test is named after where it happened.

let product: Product;
let admin: Person;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(() => product.stop());
beforeEach(async () => {
  await product.clear();
  admin = await product.signUp({ roles: ['admin'] });
});

const answered = (outcomes: string[]): number => outcomes.filter((outcome) => outcome === 'answered').length;
const rolesOf = async ({ uid }: Person): Promise<unknown> =>
  (await product.firestore.doc(`user_roles/${uid}`).get()).get('roles');
const invite = async (email: string): Promise<string> => {
  const { inviteUrl } = await admin.call('generateInviteToken', { email, role: 'editor' });
  return new URL(inviteUrl).searchParams.get('invite') ?? '';
};
const claim = (person: Person, token: string) => person.call('verifyInviteToken', { token, userId: person.uid });
/** Whether a person's token still opens anything: a function, a document, a list. */
const opens = async (person: Person): Promise<string[]> => [
  await refusalOf(person.call('publishAllDrafts', {})),
  await refusalOf(getDoc(doc(person.firestore, 'site_settings/ga4_id'))),
  await refusalOf(getDocs(collection(person.firestore, 'pages'))),
];

async function storeLockedDemo(): Promise<void> {
  const stamps = { rev: 1, created_by: 'ada', updated_by: 'ada', created_at: new Date(), updated_at: new Date() };
  await product.firestore
    .doc('demo_pages/d1')
    .set({ heading: 'A', slug: 'a', is_published: true, is_password_protected: true, ...stamps });
  await product.firestore.doc('demo_embeds/d1').set({ iframe_url: 'https://hidden.example.com' });
  await product.firestore.doc('demo_secrets/d1').set({ password_hash: '$argon2id$hidden' });
}

describe('first-admin race', () => {
  it.each(['strapi#26494', 'open-webui#21631'])(
    '%s: of many first sign-ups at once one becomes administrator',
    async () => {
      await product.clear();
      const people = await Promise.all(Array.from({ length: 12 }, () => product.signUp()));
      const outcomes = await Promise.all(people.map((person) => refusalOf(person.call('claimFirstAdmin', {}))));
      expect(answered(outcomes)).toBe(1);
      const admins = await product.firestore.collection('user_roles').where('roles', 'array-contains', 'admin').get();
      expect(admins.size).toBe(1);
    },
  );

  it('open-webui#21631: nobody makes the role themselves instead', async () => {
    const eve = await product.signUp();
    const roles = { user_id: eve.uid, roles: ['admin'], is_active: true };
    expect(await refusalOf(setDoc(doc(eve.firestore, `user_roles/${eve.uid}`), roles))).toMatch(/^permission-denied/);
    expect(await refusalOf(setDoc(doc(eve.firestore, 'system/bootstrap'), {}))).toMatch(/^permission-denied/);
  });
});

describe('invite accepted for any e-mail', () => {
  it('Grafana CVE-2022-39306: an invite is good for the invited address alone, whatever a client sends', async () => {
    const bob = await product.signUp();
    const eve = await product.signUp();
    const token = await invite(bob.email);
    for (const userId of [eve.uid, bob.uid]) {
      expect(await refusalOf(eve.call('verifyInviteToken', { token, userId }))).toMatch(/^permission-denied/);
    }
    expect(await rolesOf(eve)).toBeUndefined();
  });
});

describe('invite reuse', () => {
  it('rapidpro#615: a used invite gives no role again, not even after the role is taken away', async () => {
    const bob = await product.signUp();
    const token = await invite(bob.email);
    await claim(bob, token);
    await admin.call('setUserRoles', { userId: bob.uid, roles: [] });
    expect(await refusalOf(claim(bob, token))).toMatch(/^permission-denied/);
    expect(await rolesOf(bob)).toEqual([]);
  });
});

describe('last admin removed', () => {
  it('Grafana CVE-2026-22640: no way of removing leaves no administrator', async () => {
    const bob = await product.signUp({ roles: ['admin'] });
    await Promise.all([
      refusalOf(admin.call('setUserRoles', { userId: bob.uid, roles: [] })),
      refusalOf(bob.call('setUserRoles', { userId: admin.uid, roles: [] })),
    ]);
    const left = await product.firestore.collection('user_roles').where('roles', 'array-contains', 'admin').get();
    expect(left.size).toBe(1);
    const last = left.docs[0]?.id === admin.uid ? admin : bob;
    expect(await refusalOf(last.call('setUserRoles', { userId: last.uid, roles: [] }))).toMatch(/^failed-precondition/);
    expect(await refusalOf(last.call('setUserActive', { userId: last.uid, isActive: false }))).toMatch(
      /^failed-precondition/,
    );
  });
});

describe('second factor skipped', () => {
  it('Ghost CVE-2026-22594: where it is required, no token of the first factor alone has an admin’s powers', async () => {
    await getAuth().updateUser(admin.uid, { emailVerified: true });
    const user = admin.auth.currentUser;
    if (!user) throw new Error('signed out');
    await user.reload();
    const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());
    const codeNow = (steps = 0) =>
      codeOfStep(decodeBase32(secret.secretKey) ?? new Uint8Array(), stepAt(Date.now()) + steps);
    const assertion = TotpMultiFactorGenerator.assertionForEnrollment(secret, codeNow());
    await multiFactor(user).enroll(assertion, 'Phone');
    const require = async (firstFactorOnly: Person) => {
      const outcomes = [
        await refusalOf(firstFactorOnly.call('generateInviteToken', { email: 'a@example.com', role: 'admin' })),
        await refusalOf(getDocs(collection(firstFactorOnly.firestore, 'audit'))),
        await refusalOf(
          uploadBytes(ref(firstFactorOnly.bucket('branding-assets'), `${randomUUID()}.png`), new Uint8Array([1]), {
            contentType: 'image/png',
          }),
        ),
        await refusalOf(
          setDoc(doc(firstFactorOnly.firestore, 'site_settings/ga4_id'), {
            value: null,
            rev: 1,
            updated_at: serverTimestamp(),
            updated_by: firstFactorOnly.uid,
          }),
        ),
      ];
      return outcomes.map((outcome) => outcome.split(':')[0]);
    };
    await product.firestore.doc('site_settings/security').set({ value: { require_second_factor: true }, rev: 1 });
    const denied = ['permission-denied', 'permission-denied', 'storage/unauthorized', 'permission-denied'];
    const other = await product.signUp({ roles: ['admin'] });
    expect(await require(other)).toEqual(denied);
    // Nor may they just turn it off.
    const turnOff = {
      value: { require_second_factor: false },
      rev: 2,
      updated_at: serverTimestamp(),
      updated_by: other.uid,
    };
    expect(await refusalOf(setDoc(doc(other.firestore, 'site_settings/security'), turnOff))).toMatch(
      /^permission-denied/,
    );

    await signOut(admin.auth);
    const error = await signInWithEmailAndPassword(admin.auth, admin.email, 'secret-of-mine').catch(
      (reason: unknown) => reason,
    );
    const resolver = getMultiFactorResolver(admin.auth, error as MultiFactorError);
    await resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(resolver.hints[0]?.uid ?? '', codeNow(1)));
    expect(await require(admin)).toEqual(['answered', 'answered', 'answered', 'answered']);
  });
});

describe('trailing-slash bypass', () => {
  it('Ghost CVE-2026-22595: no spelling of a path opens a function to who may not call it', async () => {
    const eve = await product.signUp({ roles: ['viewer'] });
    const token = await eve.auth.currentUser?.getIdToken();
    const guardedCalls = (Object.keys(calls) as CallName[]).filter(
      (name) => !['anyone', 'signed in'].includes(calls[name].caller),
    );
    const data = {
      userId: eve.uid,
      roles: ['admin'],
      isActive: true,
      email: eve.email,
      role: 'admin',
      password: 'long enough',
      trashId: 'x',
      inviteId: '0'.repeat(64),
    };
    const base = `http://${product.hosts.functions}/${product.project}/us-central1`;
    for (const name of guardedCalls) {
      for (const path of [
        name,
        `${name}/`,
        `${name}//`,
        `/${name}`,
        `./${name}`,
        `${name}/.`,
        `${name}?`,
        `${name}%2f`,
        `${name};`,
        name.toUpperCase(),
      ]) {
        for (const authorization of [undefined, `Bearer ${token ?? ''}`]) {
          const response = await fetch(`${base}/${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
            body: JSON.stringify({ data }),
          });
          const answer = (await response.json()) as { result?: unknown };
          expect([path, response.ok, answer.result]).toEqual([path, false, undefined]);
        }
      }
    }
    expect(await rolesOf(eve)).toEqual(['viewer']);
  });
});

describe('token alive after logout', () => {
  it('Payload CVE-2025-4643: tokens of ended sessions open nothing, in functions and rules', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    expect(await opens(bob)).toEqual(['answered', 'answered', 'answered']);
    await bob.call('endSessions', {});
    expect(answered(await opens(bob))).toBe(0);
  });

  it('Payload CVE-2025-4643: nor do those of somebody deactivated, the account still signed in', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    await admin.call('setUserActive', { userId: bob.uid, isActive: false });
    expect(answered(await opens(bob))).toBe(0);
  });
});

describe('protected titles through other routes', () => {
  it('greenpeace/planet4-master-theme#1242: what a password protects has no second way out', async () => {
    await storeLockedDemo();
    await product.firestore.doc('trash/demo_pages_d2').set({ embed: 'https://hidden.example.com' });
    for (const role of ['viewer', 'author'] as const) {
      const eve = await product.signUp({ roles: [role] });
      for (const path of ['demo_embeds/d1', 'demo_secrets/d1', 'trash/demo_pages_d2']) {
        expect([path, await refusalOf(getDoc(doc(eve.firestore, path)))]).toEqual([
          path,
          expect.stringMatching(/^permission-denied/),
        ]);
      }
      const demo = await getDoc(doc(eve.firestore, 'demo_pages/d1'));
      expect(JSON.stringify(demo.data())).not.toMatch(/hidden/);
    }
    for (const token of ['', 'x', `${Date.now() + 1e6}.${'A'.repeat(43)}`]) {
      expect(await refusalOf(product.visitor.call('getDemoEmbed', { demoId: 'd1', token }))).not.toBe('answered');
    }
    const audit = await product.firestore.collection('audit').get();
    expect(JSON.stringify(audit.docs.map((entry) => entry.data()))).not.toMatch(/hidden/);
  });
});

describe('hidden field guessed by filter', () => {
  it('keystone#7710: no query finds by what its asker may not read, and none counts', async () => {
    await storeLockedDemo();
    const editor = await product.signUp({ roles: ['editor'] });
    const guesses = [
      query(collection(editor.firestore, 'demo_secrets'), where('password_hash', '>=', '$argon2id$h')),
      query(collection(editor.firestore, 'demo_embeds'), where('iframe_url', '>=', 'https://h')),
      query(collection(editor.firestore, 'profiles'), where('email', '>=', 'a')),
      query(collection(editor.firestore, 'user_roles'), where('roles', 'array-contains', 'admin')),
      query(collection(editor.firestore, 'invites'), where('email', '>=', 'a')),
      query(collection(editor.firestore, 'sealed_hashes'), where('uid', '==', editor.uid)),
    ];
    for (const guess of guesses) {
      expect(await refusalOf(getDocs(guess))).toMatch(/^permission-denied/);
      expect(await refusalOf(getAggregate(guess, { all: count() }))).toMatch(/^permission-denied/);
    }
  });

  it('keystone#7710: a batch does not tell whether a hidden value is right', async () => {
    await storeLockedDemo();
    const viewer = await product.signUp({ roles: ['viewer'] });
    const outcomes = [];
    for (const hash of ['$argon2id$hidden', '$argon2id$other']) {
      const batch = writeBatch(viewer.firestore);
      batch.set(doc(viewer.firestore, 'demo_secrets/d1'), { password_hash: hash });
      outcomes.push((await refusalOf(batch.commit())).split(':')[0]);
    }
    expect(outcomes).toEqual(['permission-denied', 'permission-denied']);
  });
});

describe('script in an SVG', () => {
  it('Ghost#9800: a logo that would run a script does not stay', async () => {
    await product.firestore.doc('site_settings/security').set({ value: { require_second_factor: false }, rev: 1 });
    const bodies = [
      '<script>alert(1)</script>',
      '<g onclick="alert(1)"/>',
      '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
      '<use href="https://evil.example/a.svg#x"/>',
      '<animate attributeName="href" to="javascript:alert(1)"/>',
      '<![CDATA[<script>alert(1)</script>]]>',
    ];
    const names = await Promise.all(
      bodies.map(async (body) => {
        const name = `${randomUUID()}.svg`;
        const svg = new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`);
        await uploadBytes(ref(admin.bucket('branding-assets'), name), svg, { contentType: 'image/svg+xml' });
        return name;
      }),
    );
    await product.idle();
    for (const name of names) {
      expect((await getAdminStorage().bucket('branding-assets').file(name).exists())[0]).toBe(false);
    }
  });
});
