import { durations } from '@frontage/model/limits';
import { Timestamp } from 'firebase-admin/firestore';
import { doc, getDoc, serverTimestamp, writeBatch } from 'firebase/firestore/lite';
import { purgeExpired } from '@frontage/functions/content/purge';
import { importContent } from '#cli/content/import-content.ts';
import { barePage } from '@frontage/model/content.fixture';
import { launchFailures } from '@frontage/model/launch';
import { defaultSettings } from '@frontage/model/kinds/settings';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeFunctions, openProduct, refusalOf, type Person, type Product } from './product.ts';

let product: Product;
let editor: Person;
beforeAll(async () => {
  product = await openProduct({ only: ['auth', 'firestore', 'functions'] });
});
afterAll(() => product.stop());
beforeEach(async () => {
  await product.clear();
  editor = await product.signUp({ roles: ['editor'] });
});

const stamps = { rev: 2, created_at: new Date(0), created_by: 'ada', updated_at: new Date(0), updated_by: 'ada' };
const demo = { heading: 'Ada', slug: 'ada', is_password_protected: true, is_published: true, ...stamps };

const block = (rule: string) =>
  product.firestore.doc('site_settings/seo').set({ value: { ...defaultSettings.seo, blocking_rules: rule } });

async function storeDemo(): Promise<void> {
  await product.firestore.doc('demo_pages/d1').set(demo);
  await product.firestore.doc('slugs/demo:ada').set({ id: 'd1' });
  await product.firestore.doc('demo_embeds/d1').set({ iframe_url: 'https://example.com' });
  await product.firestore.doc('demo_secrets/d1').set({ password_hash: 'hash' });
}

/** Deletes the demo like the admin's delete button. */
async function deleteDemo(): Promise<void> {
  const stored = await getDoc(doc(editor.firestore, 'demo_pages/d1'));
  const batch = writeBatch(editor.firestore);
  batch.delete(doc(editor.firestore, 'demo_pages/d1'));
  batch.delete(doc(editor.firestore, 'demo_embeds/d1'));
  batch.set(doc(editor.firestore, 'trash/demo_pages_d1'), {
    collection: 'demo_pages',
    id: 'd1',
    data: stored.data(),
    embed: 'https://example.com',
    deleted_by: editor.uid,
    deleted_at: serverTimestamp(),
  });
  await batch.commit();
}

const read = async (path: string) => (await product.firestore.doc(path).get()).data();
const restore = () => editor.call('restoreFromTrash', { trashId: 'demo_pages_d1' });

describeFunctions('restoreFromTrash', () => {
  beforeEach(async () => {
    await storeDemo();
    await deleteDemo();
  });

  it('restores the document with slug, embed and password', async () => {
    expect(await read('demo_pages/d1')).toBeUndefined();
    expect(await restore()).toEqual({});
    expect(await read('demo_pages/d1')).toMatchObject({
      heading: 'Ada',
      rev: 3,
      created_by: 'ada',
      updated_by: editor.uid,
      is_published: true,
    });
    expect((await read('demo_pages/d1'))?.['created_at']).toEqual(Timestamp.fromMillis(0));
    expect(await read('slugs/demo:ada')).toEqual({ id: 'd1', updated_at: expect.any(Timestamp) as Timestamp });
    expect(await read('demo_embeds/d1')).toEqual({ iframe_url: 'https://example.com' });
    expect(await read('demo_secrets/d1')).toEqual({ password_hash: 'hash' });
    expect(await read('trash/demo_pages_d1')).toBeUndefined();
  });

  it('refuses a missing entry, an existing document, and a taken slug', async () => {
    expect(await refusalOf(editor.call('restoreFromTrash', { trashId: 'pages_x' }))).toBe(
      'not-found: This is no longer in the trash.',
    );
    await product.firestore.doc('slugs/demo:ada').set({ id: 'd2' });
    await product.firestore.doc('demo_pages/d2').set(demo);
    expect(await refusalOf(restore())).toBe('already-exists: This slug is already in use');
    await product.firestore.doc('demo_pages/d1').set(demo);
    expect(await refusalOf(restore())).toBe('already-exists: This document already exists.');
  });

  it.each([
    ['was deleted', null],
    ['has another slug now', { ...demo, slug: 'grace' }],
  ])('reclaims a slug whose later owner %s', async (_, owner) => {
    await product.firestore.doc('slugs/demo:ada').set({ id: 'd2' });
    if (owner) await product.firestore.doc('demo_pages/d2').set(owner);
    expect(await restore()).toEqual({});
    expect(await read('slugs/demo:ada')).toMatchObject({ id: 'd1' });
  });

  it('is refused to authors', async () => {
    const author = await product.signUp({ roles: ['author'] });
    expect(await refusalOf(author.call('restoreFromTrash', { trashId: 'demo_pages_d1' }))).toMatch(
      /^permission-denied/,
    );
  });

  it('works again after a second deletion', async () => {
    await restore();
    await deleteDemo();
    expect(await restore()).toEqual({});
    expect(await read('demo_pages/d1')).toMatchObject({ rev: 4 });
  });
});

describeFunctions('the daily purge', () => {
  const now = new Date('2026-05-01T00:00:00Z');
  const ago = (ms: number) => Timestamp.fromMillis(now.getTime() - ms);
  const entry = { collection: 'demo_pages', id: 'd1', data: demo, embed: 'x', deleted_by: 'ada' };

  it('purges documents after 30 days in the trash, with password and draft', async () => {
    await product.firestore.doc('demo_secrets/d1').set({ password_hash: 'hash' });
    await product.firestore.doc('drafts/demo_pages_d1').set({ collection: 'demo_pages', id: 'd1' });
    await product.firestore.doc('draft_embeds/d1').set({ iframe_url: 'x' });
    await product.firestore.doc('drafts/pages_p1').set({ collection: 'pages', id: 'p1' });
    await product.firestore.doc('trash/demo_pages_d1').set({ ...entry, deleted_at: ago(durations.trashKept + 1) });
    await product.firestore
      .doc('trash/pages_p1')
      .set({ ...entry, collection: 'pages', id: 'p1', deleted_at: ago(durations.trashKept - 1) });
    expect(await purgeExpired(product.firestore, now)).toEqual({ trash: 1, expired: 0 });
    for (const path of ['demo_secrets/d1', 'drafts/demo_pages_d1', 'draft_embeds/d1', 'trash/demo_pages_d1']) {
      expect(await read(path)).toBeUndefined();
    }
    expect(await read('drafts/pages_p1')).toBeDefined();
    expect(await read('trash/pages_p1')).toBeDefined();
  });

  it('deletes the slugs of purged documents only', async () => {
    const slugs = { 'demo:ada': 'd1', 'demo:older': 'd1', 'demo:other': 'd2', 'page:ada': 'd1' };
    for (const [slug, id] of Object.entries(slugs)) await product.firestore.doc(`slugs/${slug}`).set({ id });
    await product.firestore.doc('trash/demo_pages_d1').set({ ...entry, deleted_at: ago(durations.trashKept + 1) });
    await purgeExpired(product.firestore, now);
    const left = await product.firestore.collection('slugs').get();
    expect(left.docs.map(({ id }) => id)).toEqual(['demo:other', 'page:ada']);
  });

  it('keeps the password, draft and slug of an existing demo', async () => {
    await storeDemo();
    await product.firestore.doc('drafts/demo_pages_d1').set({ collection: 'demo_pages', id: 'd1' });
    await product.firestore.doc('trash/demo_pages_d1').set({ ...entry, deleted_at: ago(durations.trashKept + 1) });
    await purgeExpired(product.firestore, now);
    expect(await read('demo_secrets/d1')).toEqual({ password_hash: 'hash' });
    expect(await read('drafts/demo_pages_d1')).toBeDefined();
    expect(await read('slugs/demo:ada')).toEqual({ id: 'd1' });
  });

  it('deletes expired counters, sealed hashes, presence, tombstones and invites in any number', async () => {
    const batch = product.firestore.batch();
    for (let index = 0; index < 450; index += 1) {
      batch.set(product.firestore.doc(`rate_limits/${index}`), { count: 1, expires_at: ago(1) });
    }
    batch.set(product.firestore.doc('rate_limits/living'), { count: 1, expires_at: ago(-1) });
    batch.set(product.firestore.doc('sealed_hashes/old'), { uid: 'a', expires_at: ago(1) });
    batch.set(product.firestore.doc('presence/pages_p1_old'), { name: 'Ada', expires_at: ago(1) });
    batch.set(product.firestore.doc('presence/pages_p1_here'), { name: 'Bob', expires_at: ago(-1) });
    const dead = { path: 'pages/p1' };
    batch.set(product.firestore.doc('tombstones/old'), { ...dead, deleted_at: ago(durations.trashKept + 1) });
    batch.set(product.firestore.doc('tombstones/recent'), { ...dead, deleted_at: ago(1) });
    batch.set(product.firestore.doc('invites/old'), { expires_at: ago(durations.trashKept + 1) });
    batch.set(product.firestore.doc('invites/recent'), { expires_at: ago(1) });
    await batch.commit();
    expect(await purgeExpired(product.firestore, now)).toEqual({ trash: 0, expired: 454 });
    expect((await product.firestore.collection('rate_limits').get()).size).toBe(1);
    expect(await read('invites/recent')).toBeDefined();
    expect(await read('presence/pages_p1_here')).toBeDefined();
    expect(await read('tombstones/recent')).toBeDefined();
  });
});

describeFunctions('publishAllDrafts', () => {
  const section = (published: boolean) => ({
    section_key: 'hero',
    title: 'A',
    is_published: published,
    is_visible: true,
    ...stamps,
  });

  it('publishes all unpublished sections, including hidden ones, and changes no others', async () => {
    await product.firestore.doc('homepage_sections/a').set(section(false));
    await product.firestore.doc('homepage_sections/b').set({ ...section(false), is_visible: false });
    await product.firestore.doc('homepage_sections/c').set(section(true));
    expect(await editor.call('publishAllDrafts', {})).toEqual({ published: 2 });
    expect(await read('homepage_sections/a')).toMatchObject({ is_published: true, rev: 3, updated_by: editor.uid });
    expect(await read('homepage_sections/b')).toMatchObject({ is_published: true, is_visible: false });
    expect(await read('homepage_sections/c')).toMatchObject({ rev: 2 });
  });

  it('names the sections that the settings prevent from being published, and publishes the others', async () => {
    await block('image-alt');
    await product.firestore.doc('homepage_sections/a').set({ ...section(false), content: '![](/a.png)' });
    await product.firestore.doc('homepage_sections/b').set(section(false));
    const refused = [{ id: 'a', problem: launchFailures['image-alt'] }];
    expect(await editor.call('publishAllDrafts', {})).toEqual({ published: 1, refused });
    expect(await read('homepage_sections/a')).toMatchObject({ is_published: false, rev: 2 });
    expect(await read('homepage_sections/b')).toMatchObject({ is_published: true });
  });

  it('refuses authors', async () => {
    const author = await product.signUp({ roles: ['author'] });
    expect(await refusalOf(author.call('publishAllDrafts', {}))).toMatch(/^permission-denied/);
  });
});

describeFunctions('an import of documents that the settings prevent from being published', () => {
  it('stores new ones as drafts, keeps published ones as they are, and names both', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'import-'));
    const page = (slug: string, over: object = {}) => ({
      ...barePage,
      slug,
      body: 'Text',
      is_published: true,
      ...over,
    });
    const bad = { body: 'Text ![](/a.png)' };
    const pages = {
      good: page('good'),
      fresh: page('fresh', bad),
      live: page('live', bad),
      hidden: page('hidden', { ...bad, is_published: false }),
    };
    writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages));
    writeFileSync(
      join(folder, 'site_settings.json'),
      JSON.stringify({ seo: { ...defaultSettings.seo, blocking_rules: 'image-alt' } }),
    );
    await product.firestore.doc('pages/live').set({ ...page('live'), ...stamps });
    const problems = [launchFailures['image-alt']];
    const run = () => importContent({ firestore: product.firestore, folder, onProgress: () => {} });
    expect(await run()).toMatchObject({
      refused: [{ document: 'pages/live', problems }],
      unpublished: [{ document: 'pages/fresh', problems }],
    });
    expect(await read('pages/good')).toMatchObject({ is_published: true });
    expect(await read('pages/fresh')).toMatchObject({ is_published: false, body: bad.body });
    expect(await read('pages/hidden')).toMatchObject({ is_published: false, body: bad.body });
    expect(await read('pages/live')).toMatchObject({ is_published: true, body: 'Text', rev: 2 });
    expect(await run()).toMatchObject({ written: [], refused: [{ document: 'pages/live' }] });
    rmSync(folder, { recursive: true });
  });
});

describeFunctions('an import under the id of a deleted document', () => {
  it('continues its revisions', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'import-'));
    writeFileSync(
      join(folder, 'pages.json'),
      JSON.stringify({ back: barePage, fresh: { ...barePage, slug: 'fresh' } }),
    );
    await product.firestore
      .doc('trash/pages_back')
      .set({ collection: 'pages', id: 'back', data: { ...barePage, rev: 7 } });
    await importContent({ firestore: product.firestore, folder, onProgress: () => {} });
    rmSync(folder, { recursive: true });
    expect(await read('pages/back')).toMatchObject({ rev: 8 });
    expect(await read('pages/fresh')).toMatchObject({ rev: 1 });
  });
});

describeFunctions('an import of pages below others', () => {
  it('accepts stored and imported parents, and refuses missing ones and cycles', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'import-'));
    const below = (slug: string, parent_id: string | null) => ({ ...barePage, slug, parent_id });
    const pages = (content: object) => writeFileSync(join(folder, 'pages.json'), JSON.stringify(content));
    const run = () => importContent({ firestore: product.firestore, folder, onProgress: () => {} });
    pages({ child: below('child', 'top'), top: below('top', null), lost: below('lost', 'nowhere') });
    expect(await run()).toMatchObject({
      written: ['pages/child', 'pages/top'],
      refused: [
        { document: 'pages/lost', problems: [expect.stringMatching(/^parent_id: There is no page .*nowhere/)] },
      ],
    });
    pages({ grandchild: below('grandchild', 'child'), top: below('top', 'grandchild') });
    expect(await run()).toMatchObject({
      written: [],
      refused: [{ document: 'pages/grandchild' }, { document: 'pages/top' }],
    });
    expect(await read('pages/top')).toMatchObject({ parent_id: null });
    pages({ grandchild: below('grandchild', 'child') });
    expect(await run()).toMatchObject({ written: ['pages/grandchild'], refused: [] });
    rmSync(folder, { recursive: true });
  });
});
