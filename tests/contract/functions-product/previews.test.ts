import { createHash } from 'node:crypto';
import { purgeExpired } from '@frontage/functions/content/purge';
import { firestoreDrafts, firestoreRoles } from '@frontage/pipeline/firestore';
import { openRoleCheck, openTokens } from '../../../pipeline/http/staff-access.ts';
import { durations } from '@frontage/model/limits';
import { refusals } from '@frontage/model/refusals';
import type { Role } from '@frontage/model/user';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeFunctions, openProduct, parameters, refusalOf, type Product } from './product.ts';

let product: Product;

beforeAll(async () => {
  product = await openProduct({
    only: ['auth', 'firestore', 'functions'],
    env: { PUBLISH_WEBHOOK_URL: 'https://pipeline.example/hooks/publish' },
  });
});
afterAll(() => product.stop());
beforeEach(() => product.clear());

const page = { collection: 'pages', id: 'p1' } as const;
const hashOf = (url: string): string =>
  createHash('sha256')
    .update(url.split('/').at(-1) ?? '')
    .digest('hex');

const week = 7 * 24 * 3_600_000;

/** Matches the expiry, in milliseconds, of a link created in this test. */
const inAWeek: unknown = expect.toSatisfy((expiry: number) => Math.abs(expiry - Date.now() - week) < 120_000);

describeFunctions('pipelineToken', () => {
  it.each<Role>(['viewer', 'author', 'editor', 'admin'])(
    'identifies a %s to the pipeline for ten minutes',
    async (role) => {
      const person = await product.signUp({ roles: [role] });
      const { token, expires_at } = await person.call('pipelineToken', {});
      const read = openTokens(parameters.PUBLISH_WEBHOOK_SECRET);
      expect(read(token, new Date())).toMatchObject({ uid: person.uid, roles: [role], expires_at });
      expect(expires_at - Date.now()).toBeGreaterThan(durations.pipelineToken - 60_000);
      expect(read(token, new Date(expires_at))).toBeNull();
    },
  );

  it('ends at the pipeline with the session of its holder', async () => {
    const person = await product.signUp({ roles: ['editor'] });
    const { uid } = person;
    const { token } = await person.call('pipelineToken', {});
    const holder = openTokens(parameters.PUBLISH_WEBHOOK_SECRET)(token, new Date());
    const session = {
      signedInAt: holder?.signed_in_at ?? 0,
      usedSecondFactor: holder?.used_second_factor ?? false,
    };
    const check = openRoleCheck(firestoreRoles(product.firestore));
    const rolesLeft = async () => (await check({ uid, roles: holder?.roles ?? [], session })).roles;
    expect(await rolesLeft()).toEqual(['editor']);
    await person.call('endSession', {});
    expect(await rolesLeft()).toEqual([]);
  });

  it('is refused to users without a role', async () => {
    const stranger = await product.signUp();
    expect(await refusalOf(stranger.call('pipelineToken', {}))).toMatch(/^permission-denied/);
    expect(await refusalOf(product.visitor.call('pipelineToken', {}))).toMatch(/^unauthenticated/);
  });
});

describeFunctions('preview links', () => {
  const drafts = () => firestoreDrafts(product.firestore);
  const saveDraft = (data: object) =>
    product.firestore.doc('drafts/pages_p1').set({ collection: 'pages', id: 'p1', data, rev: 1 });

  beforeEach(() => product.firestore.doc('pages/p1').set({ title: 'Written' }));

  it('resolve to the draft without sign-in until they are revoked', async () => {
    const editor = await product.signUp({ roles: ['editor'] });
    await saveDraft({ title: 'Typed' });
    const { url, expires_at } = await editor.call('createPreviewLink', page);
    expect(url).toMatch(/^https:\/\/pipeline\.example\/preview\/link\/[\w-]{43}$/);
    const hash = hashOf(url);
    expect(await drafts().find(hash, new Date())).toEqual({
      what: 'page',
      id: 'p1',
      data: { title: 'Typed' },
      expires_at: inAWeek,
    });
    await drafts().count(hash);
    const { links } = await editor.call('listPreviewLinks', page);
    expect(links).toMatchObject([{ hash, created_by: editor.uid, expires_at, opened: 1 }]);
    expect(JSON.stringify(links)).not.toContain(url.split('/').at(-1));
    await editor.call('revokePreviewLink', { hash });
    expect(await drafts().find(hash, new Date())).toBeNull();
    expect(await editor.call('listPreviewLinks', page)).toEqual({ links: [] });
    const trail = await product.firestore.collection('audit').where('document', '==', 'pages/p1').get();
    expect(trail.docs.map((entry): unknown => entry.get('action'))).toEqual(
      expect.arrayContaining(['preview link made', 'preview link revoked']),
    );
  });

  it('show an open launch for the chosen number of days, until it is published or deleted', async () => {
    const editor = await product.signUp({ roles: ['editor'] });
    const { id } = await editor.call('saveLaunch', {
      id: null,
      rev: 0,
      name: 'Spring',
      description: '',
      plannedAt: null,
    });
    const target = { collection: 'launches', id } as const;
    const { url, expires_at } = await editor.call('createPreviewLink', { ...target, days: 30 });
    const find = (at = new Date()) => drafts().find(hashOf(url), at);
    expect(Math.abs(expires_at - Date.now() - 30 * 24 * 3_600_000)).toBeLessThan(120_000);
    expect(await find()).toMatchObject({ name: 'Spring', members: [], expires_at });
    expect(await find(new Date(expires_at))).toBeNull();
    expect((await editor.call('listPreviewLinks', target)).links).toHaveLength(1);
    await product.firestore.doc(`user_roles/${editor.uid}`).update({ is_active: false });
    expect(await find()).toBeNull();
    await product.firestore.doc(`user_roles/${editor.uid}`).update({ is_active: true });
    await editor.call('deleteLaunch', { id });
    expect(await find()).toBeNull();
    expect(await refusalOf(editor.call('createPreviewLink', { ...target, days: 2 as 1 }))).toMatch(/^invalid-argument/);
  });

  it('are refused for missing and published launches, and for missing documents', async () => {
    const editor = await product.signUp({ roles: ['editor'] });
    const asked = { id: null, rev: 0, name: 'Spring', description: '', plannedAt: null };
    const [published, deleted] = [await editor.call('saveLaunch', asked), await editor.call('saveLaunch', asked)];
    await product.firestore.doc(`launches/${published.id}`).update({ state: 'published' });
    await editor.call('deleteLaunch', { id: deleted.id });
    await saveDraft({ title: 'Typed' });
    await product.firestore.doc('pages/p1').delete();
    const refusal = (collection: 'launches' | 'pages', id: string) =>
      refusalOf(editor.call('createPreviewLink', { collection, id }));
    expect(await refusal('launches', 'never')).toContain(refusals.unknownLaunch.message);
    expect(await refusal('launches', deleted.id)).toContain(refusals.unknownLaunch.message);
    expect(await refusal('launches', published.id)).toContain(refusals.launchPublished.message);
    expect(await refusal('pages', 'never')).toContain(refusals.unknownDocument.message);
    expect(await refusal('pages', 'p1')).toContain(refusals.unknownDocument.message);
    expect((await product.firestore.collection('preview_links').get()).size).toBe(0);
  });

  it.each<[string, (hash: string, uid: string) => Promise<unknown>, Date]>([
    ['that expired', () => Promise.resolve(), new Date(Date.now() + week + 60_000)],
    [
      'of a creator who lost the role',
      (_hash, uid) => product.firestore.doc(`user_roles/${uid}`).update({ roles: ['author'] }),
      new Date(),
    ],
    [
      'of a deactivated creator',
      (_hash, uid) => product.firestore.doc(`user_roles/${uid}`).update({ is_active: false }),
      new Date(),
    ],
    [
      'to a deleted document that still has a draft',
      async () => {
        await saveDraft({ title: 'Typed' });
        await product.firestore.doc('pages/p1').delete();
      },
      new Date(),
    ],
    [
      'to a document of another collection',
      (hash) => product.firestore.doc(`preview_links/${hash}`).update({ collection: 'user_roles' }),
      new Date(),
    ],
    [
      'that is damaged',
      (hash) => product.firestore.doc(`preview_links/${hash}`).update({ expires_at: 'never' }),
      new Date(),
    ],
  ])('resolve to null for a link %s', async (...[, change, at]) => {
    const editor = await product.signUp({ roles: ['editor'] });
    const hash = hashOf((await editor.call('createPreviewLink', page)).url);
    await change(hash, editor.uid);
    expect(await drafts().find(hash, at)).toBeNull();
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'was published after its deletion',
      () => product.firestore.doc('pages/p1').set({ title: 'Typed', is_published: true }),
    ],
    ['was restored unpublished', () => product.firestore.doc('pages/p1').set({ title: 'T', is_published: false })],
    ['was restored', () => product.firestore.doc('pages/p1').set({ title: 'Written once more' })],
  ])('resolve to the stored document without a draft, which %s', async (_case, change) => {
    const editor = await product.signUp({ roles: ['editor'] });
    await saveDraft({ title: 'Typed' });
    const hash = hashOf((await editor.call('createPreviewLink', page)).url);
    await product.firestore.doc('pages/p1').delete();
    expect(await drafts().find(hash, new Date())).toBeNull();
    await product.firestore.doc('drafts/pages_p1').delete();
    await change();
    expect(await drafts().find(hash, new Date())).toEqual({ what: 'page', id: 'p1', data: null, expires_at: inAWeek });
  });

  it('belong to one document and are counted separately', async () => {
    const [editor, admin] = [await product.signUp({ roles: ['editor'] }), await product.signUp({ roles: ['admin'] })];
    await product.firestore.doc('pages/p2').set({ title: 'Another' });
    const hashes = await Promise.all(
      [editor, admin, editor].map(async (person, index) => {
        const { url } = await person.call('createPreviewLink', { ...page, id: index === 2 ? 'p2' : 'p1' });
        return hashOf(url);
      }),
    );
    expect(new Set(hashes).size).toBe(3);
    await Promise.all(hashes.slice(0, 2).flatMap((hash) => [drafts().count(hash), drafts().count(hash)]));
    const opened = async (id: string) =>
      (await editor.call('listPreviewLinks', { ...page, id })).links.map((link) => link.opened);
    expect([await opened('p1'), await opened('p2')]).toEqual([[2, 2], [0]]);
    await admin.call('revokePreviewLink', { hash: hashes[0] ?? '' });
    const found = await Promise.all(hashes.map((hash) => drafts().find(hash, new Date())));
    expect(found.map((link) => (link && 'id' in link ? link.id : null))).toEqual([null, 'p1', 'p2']);
    // A user losing a role invalidates only their links.
    await product.firestore.doc(`user_roles/${editor.uid}`).update({ roles: ['viewer'] });
    const left = await Promise.all(hashes.map((hash) => drafts().find(hash, new Date())));
    expect(left.map((link) => (link && 'id' in link ? link.id : null))).toEqual([null, 'p1', null]);
  });

  it.each([
    ['with its embed code', false, { heading: 'Typed', embed_code: 'https://demo.example/typed' }],
    ['without its embed code if it is password-protected', true, { heading: 'Typed' }],
  ])('resolve to the draft of a demo %s', async (...[, is_password_protected, data]) => {
    const editor = await product.signUp({ roles: ['editor'] });
    await product.firestore.doc('demo_pages/d').set({ is_password_protected });
    const draft = { collection: 'demo_pages', id: 'd', data: { heading: 'Typed' }, rev: 1 };
    await product.firestore.doc('drafts/demo_pages_d').set(draft);
    await product.firestore.doc('draft_embeds/d').set({ iframe_url: 'https://demo.example/typed' });
    const { url } = await editor.call('createPreviewLink', { collection: 'demos', id: 'd' });
    expect(await drafts().find(hashOf(url), new Date())).toEqual({ what: 'demo', id: 'd', data, expires_at: inAWeek });
  });

  it('are refused for documents whose id is too long for a draft', async () => {
    const editor = await product.signUp({ roles: ['editor'] });
    const long = { collection: 'sections', id: 'x'.repeat(1_490) } as const;
    expect(await refusalOf(editor.call('createPreviewLink', long))).toMatch(/^invalid-argument/);
    await product.firestore.doc(`homepage_sections/${long.id}`).set({ title: 'Long' });
    const hash = hashOf((await editor.call('createPreviewLink', page)).url);
    await product.firestore.doc(`preview_links/${hash}`).update({ collection: 'homepage_sections', id: long.id });
    expect(await drafts().find(hash, new Date())).toBeNull();
  });

  it.each<Role>(['viewer', 'author'])('are refused to the role %s', async (role) => {
    const person = await product.signUp({ roles: [role] });
    const refusals = await Promise.all(
      [
        person.call('createPreviewLink', page),
        person.call('listPreviewLinks', page),
        person.call('revokePreviewLink', { hash: '0'.repeat(64) }),
      ].map(refusalOf),
    );
    for (const refusal of refusals) expect(refusal).toMatch(/^permission-denied/);
  });

  it('are purged after they expire', async () => {
    const link = { collection: 'pages', id: 'p1', created_by: 'ada', created_at: Timestamp.now(), opened: 0 };
    const ago = Timestamp.fromMillis(Date.now() - 1);
    await product.firestore.doc('preview_links/old').set({ ...link, expires_at: ago });
    await product.firestore
      .doc('preview_links/new')
      .set({ ...link, expires_at: Timestamp.fromMillis(Date.now() + 60_000) });
    await purgeExpired(product.firestore, new Date());
    const left = await product.firestore.collection('preview_links').get();
    expect(left.docs.map(({ id }) => id)).toEqual(['new']);
  });
});
