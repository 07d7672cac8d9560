/** @module-tag ci */
import { randomUUID } from 'node:crypto';
import { calls, type CallName } from '@frontage/model/calls';
import { getStorage as getAdminStorage } from 'firebase-admin/storage';
import {
  collection,
  count,
  doc,
  getAggregate,
  getDoc,
  getDocs,
  query,
  where,
  writeBatch,
} from 'firebase/firestore/lite';
import { ref, uploadBytes } from 'firebase/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openProduct, refusalOf, type Person, type Product } from '../../contract/functions-product/product.ts';

// Known defects of other products, tested here. Each title names the original report.

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

const rolesOf = async ({ uid }: Person): Promise<unknown> =>
  (await product.firestore.doc(`user_roles/${uid}`).get()).get('roles');

async function storeLockedDemo(): Promise<void> {
  const stamps = { rev: 1, created_by: 'ada', updated_by: 'ada', created_at: new Date(), updated_at: new Date() };
  await product.firestore
    .doc('demo_pages/d1')
    .set({ heading: 'A', slug: 'a', is_published: true, is_password_protected: true, ...stamps });
  await product.firestore.doc('demo_embeds/d1').set({ iframe_url: 'https://hidden.example.com' });
  await product.firestore.doc('demo_secrets/d1').set({ password_hash: '$argon2id$hidden' });
}

describe('trailing-slash bypass', () => {
  it('Ghost CVE-2026-22595: no spelling of a path opens a function to unauthorized callers', async () => {
    const eve = await product.signUp({ roles: ['viewer'] });
    const token = await eve.auth.currentUser?.getIdToken();
    const guardedCalls = (Object.keys(calls) as CallName[]).filter(
      (name) => !['anyone', 'signed in', 'viewer'].includes(calls[name].caller),
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

describe('protected titles through other routes', () => {
  it('greenpeace/planet4-master-theme#1242: password-protected content is readable through no other path', async () => {
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
  it('keystone#7710: no query filters or counts by unreadable fields', async () => {
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

  it('keystone#7710: a rejected batch does not reveal whether a hidden value matches', async () => {
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
  it('Ghost#9800: a logo with a script is deleted', async () => {
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
