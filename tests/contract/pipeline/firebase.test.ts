import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { FieldValue, getFirestore, Timestamp, type Firestore } from 'firebase-admin/firestore';
import { getDownloadURL, getStorage, type Storage } from 'firebase-admin/storage';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barePage } from '@frontage/model/content.fixture';
import { documentState, pipelineState, releaseDocument } from '../../../model/build-state.ts';
import { compileSite } from '../../../pipeline/adapters/astro/compile.ts';
import { openPipeline, type CompiledSite, type Pipeline } from '../../../pipeline/pipeline.ts';
import { compiledFolder } from '../../data-folders.ts';
import { openTarget, type Target } from '../target.ts';

const root = join(import.meta.dirname, '../../..');

let target: Target;
let app: App;
let firestore: Firestore;
let storage: Storage;
let folder: string;
let compiled: CompiledSite;
let pipeline: Pipeline;

const open = (): Promise<Pipeline> =>
  openPipeline({
    dataDir: join(folder, 'site'),
    firestore,
    storage,
    buckets: { 'homepage-images': 'pipeline-images' },
    config: {
      origin: 'https://site.example',
      adminOrigin: 'https://admin.example',
      embedOrigin: 'https://embed.example',
    },
    compiled,
    log: () => undefined,
  });

beforeAll(async () => {
  target = await openTarget({ only: ['firestore', 'storage'] });
  app = initializeApp({ projectId: target.project }, 'pipeline-contract');
  firestore = getFirestore(app);
  storage = getStorage(app);
  folder = mkdtempSync(join(tmpdir(), 'frontage-pipeline-contract-'));
  compiled = await compileSite({ root, outDir: join(compiledFolder, 'compiled'), log: () => undefined });
  pipeline = await open();
  // The first release adds all addresses of a site; the suites count those of their documents.
  await pipeline.reconcile();
});

afterAll(async () => {
  await pipeline.close();
  await deleteApp(app);
  await target.stop();
  rmSync(folder, { recursive: true, force: true });
});

const page = (fields: object = {}) => ({
  ...barePage,
  body: 'Hello',
  rev: 1,
  created_at: FieldValue.serverTimestamp(),
  created_by: 'ada',
  updated_at: FieldValue.serverTimestamp(),
  updated_by: 'ada',
  ...fields,
});

const read = async (path: string) => {
  const file = pipeline.live()?.get(path);
  return file ? new TextDecoder().decode(await file.read()) : null;
};

/** A status document of the pipeline with timestamps as ISO strings, like the admin reads it. */
const reported = async (path: string): Promise<unknown> => {
  const data = (await firestore.doc(path).get()).data();
  const plain = (value: unknown): unknown => (value instanceof Timestamp ? value.toDate().toISOString() : value);
  return data && Object.fromEntries(Object.entries(data).map(([key, value]) => [key, plain(value)]));
};

describe('content from Firestore', () => {
  it('with server timestamps is published as pages', async () => {
    await firestore.doc('pages/a').set(page());
    expect((await pipeline.reconcile()).problems).toEqual([]);
    expect(await read('/page/about.html')).toContain('About');
  });

  it('is read only for the given documents in a publish', async () => {
    await firestore.doc('pages/a').update({ title: 'Changed', rev: 2, updated_at: FieldValue.serverTimestamp() });
    await firestore.doc('pages/unseen').set(page({ slug: 'unseen' }));
    const { release } = await pipeline.publish(['pages/a']);
    expect(release?.added).toBe(0);
    expect(await read('/about.html')).toContain('Changed');
    expect(await read('/unseen.html')).toBeNull();
  });

  it('that was missed is published by reconcile', async () => {
    await firestore.doc('pages/a').delete();
    const { release } = await pipeline.reconcile();
    expect(release).toMatchObject({ added: 2, removed: 2 });
    expect(await read('/about.html')).toBeNull();
    expect(await read('/unseen.html')).not.toBeNull();
  });

  it('with a field of another type is a validation error of its document', async () => {
    await firestore.doc('pages/odd').set(page({ slug: 'odd', title: Buffer.from('bytes') }));
    const { problems } = await pipeline.publish(['pages/odd']);
    expect(problems).toMatchObject([{ document: 'pages/odd', field: 'title' }]);
    await firestore.doc('pages/odd').delete();
    expect((await pipeline.publish(['pages/odd'])).problems).toEqual([]);
  });
});

describe('status documents in Firestore', () => {
  it('match the schemas of the admin', async () => {
    await firestore.doc('pages/told').set(page({ slug: 'told', rev: 7 }));
    const { release } = await pipeline.publish(['pages/told']);
    const state = await expect
      .poll(() => reported('build_state/pages_told'), { timeout: 5_000 })
      .toMatchObject({ document: 'pages/told', rev: 7, state: 'live', release: release?.id, problems: [] })
      .then(() => reported('build_state/pages_told'));
    expect(documentState.safeParse(state).success).toBe(true);
    expect(pipelineState.safeParse(await reported('build_state/current')).success).toBe(true);
    const record = await reported(`releases/${String(release?.id)}`);
    expect(releaseDocument.safeParse(record).success).toBe(true);
    expect(record).toMatchObject({ added: 2, documents: ['pages/told'] });
  });

  it('name the invalid field of a document, whose published version stays', async () => {
    await firestore.doc('pages/told').update({ slug: 'Not a slug', rev: 8 });
    await pipeline.publish(['pages/told']);
    await expect
      .poll(() => reported('build_state/pages_told'), { timeout: 5_000 })
      .toMatchObject({ rev: 8, state: 'failed', problems: [{ document: 'pages/told', field: 'slug' }] });
    expect(await read('/told.html')).not.toBeNull();
  });

  it('have rev null for a deleted document', async () => {
    await firestore.doc('pages/told').delete();
    await pipeline.publish(['pages/told']);
    await expect
      .poll(() => reported('build_state/pages_told'), { timeout: 5_000 })
      .toMatchObject({ rev: null, state: 'live', problems: [] });
  });
});

describe('images from our own buckets', () => {
  const upload = async (name: string, bytes: Buffer, contentType: string): Promise<string> => {
    const file = storage.bucket('pipeline-images').file(name);
    await file.save(bytes, { contentType, metadata: { metadata: { firebaseStorageDownloadTokens: 'a-token' } } });
    return getDownloadURL(file);
  };
  const section = (fields: object) => ({
    section_key: 'hero',
    title: 'Hero',
    content: null,
    cta_text: null,
    cta_url: null,
    order_index: 0,
    is_visible: true,
    is_published: true,
    rev: 1,
    created_at: FieldValue.serverTimestamp(),
    created_by: 'ada',
    updated_at: FieldValue.serverTimestamp(),
    updated_by: 'ada',
    ...fields,
  });

  const imagePaths = () => (pipeline.live()?.paths() ?? []).filter((path) => path.startsWith('/assets/images/'));

  it('are served in several sizes, and stay available after no page uses them', async () => {
    const noise = Buffer.from(Array.from({ length: 600 * 200 * 3 }, (_, index) => (index * 7919) % 256));
    const jpeg = await sharp(noise, { raw: { width: 600, height: 200, channels: 3 } })
      .jpeg({ quality: 95 })
      .toBuffer();
    const image_url = await upload('hero.jpg', jpeg, 'image/jpeg');
    await firestore.doc('homepage_sections/s').set(section({ image_url }));
    const { problems } = await pipeline.publish(['homepage_sections/s']);
    expect(problems).toEqual([]);
    const home = await read('/index.html');
    expect(home).not.toContain(image_url);
    expect(imagePaths().some((path) => path.endsWith('-480.avif'))).toBe(true);
    for (const path of imagePaths()) expect(home).toContain(path);
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });

    await firestore.doc('homepage_sections/s').set(section({ image_url: null, rev: 2 }));
    const shown = imagePaths();
    await pipeline.publish(['homepage_sections/s']);
    const later = await read('/index.html');
    for (const path of shown) expect(later).not.toContain(path);
    expect(imagePaths()).toEqual(shown);
  });

  it.each<[string, () => Promise<string>, string]>([
    ['is no image', async () => upload('text.jpg', Buffer.from('hello'), 'image/jpeg'), 'cannot be read'],
    [
      'contains a script',
      async () =>
        upload(
          'a.svg',
          Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
          'image/svg+xml',
        ),
      'is not shown',
    ],
    [
      'does not exist',
      async () => (await upload('gone.jpg', Buffer.from('x'), 'image/jpeg')).replace('gone.jpg', 'never.jpg'),
      'There is no image',
    ],
  ])('are a validation error of the document, which is published, if one %s', async (_, make, message) => {
    const earlier = imagePaths();
    await firestore.doc('homepage_sections/s').set(section({ image_url: await make(), title: message }));
    const { problems } = await pipeline.publish(['homepage_sections/s']);
    expect(problems).toMatchObject([{ document: 'homepage_sections/s' }]);
    expect(problems[0]?.message).toContain(message);
    expect(await read('/index.html')).toContain(message);
    expect(imagePaths()).toEqual(earlier);
  });
});

it('resumes after a restart', async () => {
  const live = pipeline.live()?.id;
  await pipeline.close();
  pipeline = await open();
  expect(pipeline.live()?.id).toBe(live);
  expect((await pipeline.reconcile()).release).toBeNull();
});
