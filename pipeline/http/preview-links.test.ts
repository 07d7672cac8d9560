import { createHash } from 'node:crypto';
import { previewPaths } from '@frontage/model/preview';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LinkedPreview } from './preview-pages.ts';
import { aDemo, anEmbed, aPage, aRedirect } from '../sync/documents.fixture.ts';
import { openReceiver } from './receiver.ts';
import { eachOnSmallSite } from '../engine/small-site.fixture.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const site = eachOnSmallSite();
const [first, second] = ['t'.repeat(43), 'u'.repeat(43)] as const;
const at = (token: string, path = '') => `${previewPaths.link}/${token}${path}`;
/** The content of links by token, and how often each was opened. */
const linked = new Map<string, LinkedPreview>();
const opened: string[] = [];
let count: (hash: string) => Promise<void>;
let app: ReturnType<typeof openReceiver>;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

beforeEach(async () => {
  linked.clear();
  opened.length = 0;
  count = (hash) => Promise.resolve(void opened.push(hash));
  await site.pipeline.reconcile();
  const drafts = {
    find: (hash: string) => Promise.resolve([...linked].find(([token]) => hashOf(token) === hash)?.[1] ?? null),
    count: (hash: string) => count(hash),
    launch: () => Promise.resolve(null),
  };
  const staff = {
    previews: site.pipeline.previews,
    index: site.pipeline.index,
    health: site.pipeline.health,
    adminOrigin: 'https://admin.example',
    drafts,
    siteHeaders: {},
  };
  app = openReceiver({ pipeline: site.pipeline, secret, staff });
});

const get = async (path: string, method = 'GET') => {
  const response = await app.request(path, { method });
  return { status: response.status, to: response.headers.get('location'), text: await response.text() };
};

describe('a preview link', () => {
  it('shows only the draft of its link while several links are requested', async () => {
    linked.set(first, { what: 'page', id: 'a', data: { title: 'Of the first', slug: 'ada' }, expires_at: 0 });
    linked.set(second, { what: 'page', id: 'b', data: { title: 'Of the second', slug: 'babbage' }, expires_at: 0 });
    const texts = await Promise.all(
      [first, second].flatMap((token) =>
        ['/page/ada', '/page/babbage'].map(async (path) => (await get(at(token, path))).text),
      ),
    );
    expect(texts.map((text) => [text.includes('Of the first'), text.includes('Of the second')])).toEqual([
      [true, false],
      // The menu of this page contains the draft's title.
      [true, false],
      [false, false],
      [false, true],
    ]);
  });

  it('shows the site with all documents of a launch', async () => {
    const data = { title: 'Launched', slug: 'ada' };
    const draft = { base_rev: 1, created_by: 'eve' };
    const members = [
      { what: 'page', id: 'a', action: 'publish', data, draft },
      { what: 'page', id: 'b', action: 'unpublish', data: null },
    ] as const;
    linked.set(first, { name: 'Spring', members, missing: [], expires_at: 0 });
    expect(await get(at(first))).toMatchObject({ status: 302, to: at(first, '/') });
    expect((await get(at(first, '/page/ada'))).text).toContain('Launched');
    expect((await get(at(first, '/page/babbage'))).status).toBe(404);
  });

  it.each([
    ['that loses its password', { is_password_protected: false }],
    ['with another code', { is_password_protected: false, embed_code: 'https://demo.example/by-now' }],
  ])('hides the code of a protected demo %s in a launch', async (_title, changed) => {
    await site.write('demo_embeds/d', anEmbed('https://demo.example/by-now'));
    await site.write('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true, rev: 2 }));
    await site.pipeline.reconcile();
    const data = { ...aDemo({ slug: 'grace' }), ...changed };
    const draft = { base_rev: 2, created_by: 'eve' };
    const members = [{ what: 'demo', id: 'd', action: 'publish', data, draft }] as const;
    linked.set(first, { name: 'Spring', members, missing: [], expires_at: 0 });
    for (const path of ['/', '/demo/grace', '/demo/grace?opened', '/demos'])
      expect((await get(at(first, path))).text).not.toContain('demo.example');
    expect((await get(at(first, '/demo/grace'))).text).toContain('"is_password_protected":true');
  });

  it('stays valid when another link to the same draft is revoked', async () => {
    for (const token of [first, second])
      linked.set(token, { what: 'page', id: 'a', data: { title: 'Typed' }, expires_at: 0 });
    linked.delete(first);
    expect(await get(at(first, '/page/ada'))).toMatchObject({
      status: 404,
      text: 'Page not found. The preview link may have expired: ask for a new one.',
    });
    expect((await get(at(second, '/page/ada'))).text).toContain('Typed');
  });

  it('opens even if counting fails, and is not counted for HEAD requests', async () => {
    linked.set(first, { what: 'page', id: 'a', data: null, expires_at: 0 });
    await get(at(first), 'HEAD');
    expect(opened).toEqual([]);
    count = () => Promise.reject(new Error('It was revoked meanwhile'));
    expect(await get(at(first))).toMatchObject({ status: 302, to: at(first, '/page/ada') });
  });

  it('redirects like the site for every spelling of an address', async () => {
    linked.set(first, { what: 'page', id: 'a', data: null, expires_at: 0 });
    await site.write('redirects/x', aRedirect('/%C3%BCber', '/page/babbage'));
    for (const path of ['/über', '/%C3%BCber', '/%c3%bcber/']) {
      expect(await get(at(first, path))).toMatchObject({ to: at(first, '/page/babbage') });
    }
    expect(await get(at(first, '/über?from=mail'))).toMatchObject({ to: at(first, '/page/babbage?from=mail') });
    expect(await get(at(first, '/page/ada/'))).toMatchObject({ status: 302, to: at(first, '/page/ada') });
  });

  it('shows the pinned release together with its draft after a rollback', async () => {
    await site.write('pages/b', aPage({ title: 'Not shown', slug: 'babbage', show_in_menu: false, rev: 2 }));
    await site.pipeline.rollback('1');
    linked.set(first, { what: 'page', id: 'a', data: { title: 'Typed', slug: 'ada' }, expires_at: 0 });
    expect((await get(at(first, '/page/ada'))).text).toContain('Typed');
    const { text } = await get(at(first, '/page/babbage'));
    expect([text.includes('Babbage'), text.includes('Not shown'), text.includes('Typed')]).toEqual([true, false, true]);
    linked.set(first, { what: 'page', id: 'b', data: null, expires_at: 0 });
    expect((await get(at(first, '/page/babbage'))).text).toContain('Not shown');
  });

  it.each([{ is_password_protected: false }, { heading: 'Typed' }, null])(
    'hides the code of a demo that is protected now, after any rollback (%o)',
    async (data) => {
      await site.write('demo_embeds/d', anEmbed('https://demo.example/by-now'));
      await site.write('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true, rev: 2 }));
      await site.pipeline.rollback('1');
      linked.set(first, { what: 'demo', id: 'd', data, expires_at: 0 });
      linked.set(second, { what: 'page', id: 'a', data: null, expires_at: 0 });
      for (const token of [first, second])
        for (const path of ['', '/demo/grace', '/demo/grace?opened', '/demos'])
          expect((await get(at(token, path))).text).not.toContain('demo.example');
    },
  );
});
