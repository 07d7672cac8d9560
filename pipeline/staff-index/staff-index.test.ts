import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ListAnswer, ListedCollection, WrittenDocument } from '@frontage/model/staff-index';
import { summarizedCollections } from '@frontage/model/summaries/listed';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eachOnSmallSite } from '../engine/small-site.fixture.ts';
import { aDemo, aPage } from '../sync/documents.fixture.ts';
import type { JsonObject } from '../sync/source.ts';

const site = eachOnSmallSite();
const every = ['pages', 'demo_pages', 'homepage_sections'] as const;
const canary = 'xylophonecanary';
const secret = 'secretcanary';

/** The names of all files of the pipeline that contain a text. */
const filesWith = (text: string): string[] =>
  readdirSync(site.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text))
    .map(({ name }) => name);

const search = (typed: string, written: WrittenDocument[] = []) =>
  site.pipeline.index.search({ typed, collections: [...every], limit: 20, written });
async function found(typed: string, written: WrittenDocument[] = []): Promise<string[]> {
  const answer = await search(typed, written);
  if (!answer.ok) throw new Error(answer.reason);
  return answer.value.hits.map(({ collection, id, isDraft }) => `${isDraft ? 'draft of ' : ''}${collection}/${id}`);
}
const untilFound = (typed: string, expected: string[]): Promise<void> =>
  vi.waitFor(async () => expect(await found(typed)).toEqual(expected), { timeout: 20_000 });

async function list(collection: ListedCollection, known: string | null = null, written: WrittenDocument[] = []) {
  const answer = await site.pipeline.index.list({ collection, known, written });
  if (!answer.ok) throw new Error(answer.reason);
  return JSON.parse(new TextDecoder().decode(answer.value)) as ListAnswer;
}
const listed = async (...request: Parameters<typeof list>): Promise<string[]> =>
  (await list(...request)).entries.map(([id]) => id);

const aDraft = (id: string, data: JsonObject): JsonObject => ({
  collection: 'pages',
  id,
  base_rev: 1,
  review: null,
  note: null,
  data: { slug: id, ...data },
  updated_at: '2026-01-01T00:00:00.000Z',
});
const draftPath = 'drafts/pages_a';

/** Publishes the site and waits until it is searched. */
async function follow(): Promise<void> {
  await site.pipeline.follow();
  await vi.waitFor(async () => expect((await search('ada')).ok).toBe(true), { timeout: 20_000 });
}

beforeEach(async () => {
  site.source.set('pages/invalid', { title: 'Unusual', updated_at: 'x', body: 'unreadable words' });
  site.source.set(draftPath, aDraft('a', { title: 'Ada', body: 'The draft names a planetarium' }));
  await follow();
}, 30_000);

describe('the search of staff', () => {
  it('finds content, published or not, valid or not, and drafts, and follows their changes', async () => {
    expect(await found('babbage')).toEqual(['pages/b']);
    expect(await found('planetarium')).toEqual(['draft of pages/a']);
    expect(await found('unreadable')).toEqual(['pages/invalid']);
    expect(await found('grace')).toEqual(['demo_pages/d']);

    await site.write('pages/a', aPage({ title: 'Lovelace', slug: 'ada', body: 'engine notes' }));
    await untilFound('engine notes', ['pages/a']);
    await site.write('pages/a', null);
    await untilFound('engine notes', []);
    site.source.set('drafts/pages_b', aDraft('b', { title: 'Babbage', body: 'difference' }));
    await site.pipeline.publish(['drafts/pages_b']);
    await untilFound('difference', ['draft of pages/b']);
    site.source.delete('drafts/pages_b');
    await site.pipeline.publish(['drafts/pages_b']);
    await untilFound('difference', []);
  });

  it('reads written documents that it does not know before it answers', async () => {
    site.source.set('pages/new', aPage({ title: 'Telescope', slug: 'new' }));
    const { time = '' } = (await site.source.read(['pages/new'])).documents[0] ?? {};
    const written = { path: 'pages/new', time };
    expect(await found('telescope', [written])).toEqual(['pages/new']);
    site.reads = 0;
    expect(await found('telescope', [written])).toEqual(['pages/new']);
    expect(site.reads).toBe(0);
    // Before a hint has arrived, and after it.
    await site.pipeline.publish(['pages/new']);
    await site.write('pages/new', aPage({ title: 'Microscope', slug: 'new' }));
    await untilFound('microscope', ['pages/new']);
    site.source.delete('pages/new');
    expect(await found('microscope', [{ path: 'pages/new', time: null }])).toEqual([]);
    site.source.delete(draftPath);
    expect(await found('planetarium', [{ path: draftPath, time: null }])).toEqual([]);
  });

  it('finds changes made while it was closed', async () => {
    await site.pipeline.close();
    site.source.set('pages/b', aPage({ title: 'Sextant', slug: 'babbage' }));
    site.source.delete('pages/invalid');
    site.source.delete(draftPath);
    await site.open();
    expect(await search('ada')).toEqual({ ok: false, reason: 'unavailable' });
    await follow();
    await untilFound('sextant', ['pages/b']);
    expect(await found('unreadable')).toEqual([]);
    expect(await found('planetarium')).toEqual([]);
  });

  it('builds a damaged index again', async () => {
    await site.pipeline.close();
    writeFileSync(join(site.folder, 'staff.sqlite'), 'not a database'.repeat(1_000));
    await site.open({ sweepEvery: 50 });
    await follow();
    expect(await found('planetarium')).toEqual(['draft of pages/a']);
  });
});

describe('a list of staff', () => {
  it('has all documents, published or not, valid or not, and follows their changes', async () => {
    site.source.set('media/m', { bucket: 'b', path: 'p', title: 'Harbor', hidden: secret });
    await site.write('slugs/page:ada', { id: 'a', updated_at: '2026-01-01T00:00:00.000Z' });
    await site.pipeline.publish(['media/m']);
    await vi.waitFor(async () => expect(await listed('media')).toEqual(['m']), 20_000);
    const first = await list('pages');
    expect(first.entries.map(([id]) => id).sort()).toEqual(['a', 'b', 'draft', 'invalid']);
    expect(first.entries.find(([id]) => id === 'invalid')?.[1]['problems']).not.toEqual(undefined);
    expect(await listed('demo_pages')).toEqual(['d']);
    expect(await listed('homepage_sections')).toEqual(['s']);
    expect(await listed('slugs')).toEqual(['page:ada']);
    expect(await listed('redirects')).toEqual([]);
    expect(filesWith(secret).filter((name) => name.startsWith('staff.sqlite'))).toEqual([]);

    await site.write('pages/a', null);
    await site.write('pages/b', aPage({ title: 'Hopper', slug: 'babbage' }));
    await vi.waitFor(async () => {
      const changes = await list('pages', first.version);
      expect(changes).toMatchObject({ isWhole: false, entries: [['b', { title: 'Hopper' }]], gone: ['a'] });
    }, 20_000);
  });

  it('reads written documents that it does not know before it answers', async () => {
    const { version } = await list('pages');
    site.source.set('pages/new', aPage({ title: 'Telescope', slug: 'new' }));
    site.source.set('redirects/r', { from: '/old', to: '/new', status: 301 });
    const { documents } = await site.source.read(['pages/new', 'redirects/r']);
    const written = documents.map(({ path, time }) => ({ path, time }));
    expect(await list('pages', version, written)).toMatchObject({ isWhole: false, entries: [['new', {}]] });
    site.reads = 0;
    expect(await listed('redirects', null, written)).toEqual(['r']);
    expect(site.reads).toBe(0);
    site.source.delete('pages/b');
    expect((await list('pages', version, [{ path: 'pages/b', time: null }])).gone).toEqual(['b']);
  });

  it('is whole for a version from before a start', async () => {
    const { version } = await list('pages');
    await site.pipeline.close();
    site.source.delete('pages/b');
    await site.open();
    expect(await site.pipeline.index.list({ collection: 'pages', known: null, written: [] })).toEqual({
      ok: false,
      reason: 'unavailable',
    });
    await follow();
    const answer = await list('pages', version);
    expect(answer).toMatchObject({ isWhole: true, gone: [] });
    expect(answer.entries.map(([id]) => id).sort()).toEqual(['a', 'draft', 'invalid']);
  });
});

describe('a draft', () => {
  it('changes no release, reaches no other file, and leaves nothing after it was discarded', async () => {
    const released = (): number => site.events.filter(({ event }) => event === 'release').length;
    const before = released();
    site.source.set(
      draftPath,
      aDraft('a', { title: 'Ada', body: `Some ${canary}`, embed_code: secret, password: secret }),
    );
    site.source.set('demo_pages/d', { ...aDemo({ slug: 'grace' }), password_hash: secret });
    await site.pipeline.publish([draftPath]);
    await untilFound(canary, ['draft of pages/a']);
    expect(await found(secret)).toEqual([]);
    for (const each of summarizedCollections) expect(JSON.stringify(await list(each))).not.toMatch(/canary|pages_a/);
    expect(released()).toBe(before);
    expect(filesWith(canary).filter((name) => !name.startsWith('staff.sqlite'))).toEqual([]);
    expect(filesWith(canary)).not.toEqual([]);

    site.source.delete(draftPath);
    await site.pipeline.publish([draftPath]);
    await untilFound(canary, []);
    expect(filesWith(canary)).toEqual([]);
    await site.write('demo_pages/d', { ...aDemo({ slug: 'grace' }), password_hash: secret });
    await site.pipeline.close();
    expect(filesWith(secret).filter((name) => name.startsWith('staff.sqlite'))).toEqual([]);
  });
});
