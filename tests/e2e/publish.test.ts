import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { FieldValue, getFirestore, type Firestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { startStack, type RunningStack } from './stack.ts';
import { untilImagesProcessed } from './until-images-processed.ts';

const root = join(import.meta.dirname, '../..');

const kills = 3;

let stack: RunningStack;
let app: App;
let firestore: Firestore;

/** Connects with only the emulator's address and the project id, like any program. */
function connect(): void {
  process.env['FIRESTORE_EMULATOR_HOST'] = stack.firestore;
  app = initializeApp({ projectId: stack.project }, `publish-${stack.port}-${Date.now()}`);
  firestore = getFirestore(app);
}

const fetchText = async (path: string) => {
  const response = await fetch(stack.site + path);
  return { status: response.status, body: await response.text() };
};

const newPage = (slug: string, over: object = {}) => ({
  title: `Title of ${slug}`,
  slug,
  body: `Body of ${slug}`,
  meta_title: null,
  meta_description: null,
  og_image_url: null,
  is_published: true,
  parent_id: null,
  show_in_menu: true,
  menu_order: 50,
  nav_label: null,
  rev: 1,
  created_at: FieldValue.serverTimestamp(),
  created_by: 'test',
  updated_at: FieldValue.serverTimestamp(),
  updated_by: 'test',
  ...over,
});

const edit = (fields: object) => ({
  ...fields,
  rev: FieldValue.increment(1),
  updated_at: FieldValue.serverTimestamp(),
});

async function frontage(...args: string[]): Promise<{ code: number; output: string }> {
  const run = promisify(execFile)(process.execPath, ['cli/frontage.ts', ...args, '--data', stack.dataDir], {
    cwd: root,
  });
  return run.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

/**
 * The result of `verify` if the release equals a from-scratch build. Otherwise its output lists the differing
 * addresses.
 */
const identical = { code: 0, output: expect.stringContaining('byte-identical') as string };

beforeAll(async () => {
  // This is the only installation in these tests that starts without a compiled site.
  stack = await startStack({ dataDir: mkdtempSync(join(tmpdir(), 'frontage-publish-')) });
  await untilImagesProcessed(stack.site);
  connect();
});

afterAll(async () => {
  await deleteApp(app).catch(() => undefined);
  await stack.stop();
});

describe('the first start', () => {
  it('reports progress first and creates one release of all content', async () => {
    expect(stack.events[0]).toEqual({ event: 'compile', message: expect.stringMatching(/^Compiling /) as string });
    // Hints are processed in order, so this one comes after those of the example content.
    await firestore.doc('pages/last').set(newPage('last', { show_in_menu: false }));
    await eventually(
      () => fetchText('/page/last'),
      ({ status }) => status === 200,
    );
    const releases = stack.events.filter(({ event }) => event === 'release');
    expect(releases).toMatchObject([{ id: '1' }, { added: 2, removed: 0 }]);
  });
});

describe('a change in Firestore', () => {
  it('publishes a new page at both addresses, in the navigation and in the sitemap', async () => {
    await firestore.doc('pages/fresh').set(newPage('fresh'));
    const page = await eventually(
      () => fetchText('/page/fresh'),
      ({ status }) => status === 200,
    );
    expect(page.body).toContain('Title of fresh');
    expect((await fetchText('/fresh')).body).toBe(page.body);
    expect((await fetchText('/')).body).toContain('href="/page/fresh"');
    expect((await fetchText('/sitemap.xml')).body).toContain('/page/fresh</loc>');
  });

  it('updates a title on all pages that contain it, and no other files', async () => {
    const robots = await fetch(`${stack.site}/robots.txt`);
    await firestore.doc('pages/fresh').update(edit({ title: 'A better title' }));
    const page = await eventually(
      () => fetchText('/page/fresh'),
      ({ body }) => body.includes('A better title'),
    );
    expect(page.body).toContain('A better title');
    expect((await fetchText('/fresh')).body).toBe(page.body);
    expect((await fetchText('/')).body).toContain('A better title');
    const again = await fetch(`${stack.site}/robots.txt`);
    expect(again.headers.get('etag')).toBe(robots.headers.get('etag'));
  });

  it('re-renders only the page, the feed and parts of the search index when only its body changes', async () => {
    const known = stack.events.length;
    await firestore.doc('pages/fresh').update(edit({ body: 'A new body' }));
    await eventually(
      () => fetchText('/fresh'),
      ({ body }) => body.includes('A new body'),
    );
    const release = stack.events.slice(known).find((event) => event['event'] === 'release');
    // The page has two addresses. The index has at most two changed parts for the words and one for the summary. The
    // sitemap contains only the day of a change, so it does not change on the same day.
    expect(release).toMatchObject({ added: 0, removed: 0 });
    expect([4, 5, 6]).toContain(release?.['changed']);
  });

  it('removes a deleted page and its sitemap entry', async () => {
    await firestore.doc('pages/fresh').delete();
    const page = await eventually(
      () => fetchText('/page/fresh'),
      ({ status }) => status === 404,
    );
    expect(page.status).toBe(404);
    expect((await fetchText('/fresh')).status).toBe(404);
    expect((await fetchText('/sitemap.xml')).body).not.toContain('/page/fresh</loc>');
    expect((await fetchText('/')).body).not.toContain('href="/page/fresh"');
  });

  it('reports invalid documents and publishes the others', async () => {
    const batch = firestore.batch();
    batch.set(firestore.doc('pages/bad-slug'), newPage('../../etc/passwd'));
    batch.set(firestore.doc('pages/no-title'), newPage('no-title', { title: FieldValue.delete() }), { merge: true });
    batch.set(firestore.doc('pages/huge'), newPage('huge', { body: 'x'.repeat(900_000) }));
    batch.set(firestore.doc('pages/loop-a'), newPage('loop-a', { parent_id: 'loop-b' }));
    batch.set(firestore.doc('pages/loop-b'), newPage('loop-b', { parent_id: 'loop-a' }));
    batch.set(firestore.doc('pages/healthy'), newPage('healthy'));
    await batch.commit();
    expect(
      (
        await eventually(
          () => fetchText('/healthy'),
          ({ status }) => status === 200,
        )
      ).status,
    ).toBe(200);
    const problems = stack.events.filter((event) => event['event'] === 'problem').map((event) => event['document']);
    expect(problems).toEqual(
      expect.arrayContaining(['pages/bad-slug', 'pages/no-title', 'pages/huge', 'pages/loop-a']),
    );
    expect((await fetchText('/no-title')).status).toBe(404);
    expect((await fetchText('/huge')).status).toBe(404);
    expect((await fetchText('/loop-a')).status).toBe(200);
    for (const id of ['bad-slug', 'no-title', 'huge', 'loop-a', 'loop-b', 'healthy']) {
      await firestore.doc(`pages/${id}`).delete();
    }
    await eventually(
      () => fetchText('/healthy'),
      ({ status }) => status === 404,
    );
  });

  it('leads to a release that is byte-identical to a from-scratch build', async () => {
    expect(await frontage('verify')).toEqual(identical);
  });

  it('leaves an empty plan', async () => {
    const { output } = await frontage('plan');
    for (const line of ['Publishing changes nothing on the site', '0 to render']) expect(output).toContain(line);
  });

  it('reports the result of a change to the editor', async () => {
    await firestore.doc('pages/told').set(newPage('told'));
    const state = await eventually(
      () => firestore.doc('build_state/pages_told').get(),
      (snapshot) => snapshot.exists,
    );
    expect(state.data()).toMatchObject({ document: 'pages/told', rev: 1, state: 'live', problems: [] });
  });

  it('keeps store, release and secrets when killed while publishing', { tags: 'full', timeout: 300_000 }, async () => {
    for (let round = 0; round < kills; round += 1) {
      const writes = Array.from({ length: 20 }, (_, index) =>
        firestore.doc(`pages/kill-${index}`).set(newPage(`kill-${index}`, { title: `Round ${round}` })),
      );
      await Promise.all(writes);
      await stack.kill();
      const { dataDir, port } = stack;
      await deleteApp(app);
      stack = await startStack({ dataDir, port });
      connect();
      const pages = await Promise.all(writes.map((_, index) => fetchText(`/kill-${index}`)));
      expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
      for (const { body } of pages) expect(body).toContain(`Round ${round}`);
      expect(await frontage('verify')).toEqual(identical);
    }
  });
});
