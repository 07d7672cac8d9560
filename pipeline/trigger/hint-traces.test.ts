import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Outlet } from '../release/outlet.ts';
import { aPage } from '../sync/documents.fixture.ts';
import { memorySource } from '../sync/memory-source.fixture.ts';
import type { Pipeline } from './pipeline-interface.ts';
import type { PipelineEvent } from '../release/events.ts';
import { openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

let home: ReturnType<typeof temporaryFolder>;
let pipeline: Pipeline;
let events: PipelineEvent[];
let shown: number | null;
let isRefused: boolean;
const source = memorySource();

const outlet: Outlet = {
  name: 'stand-in',
  cursor: () => Promise.resolve(shown),
  deliver: ({ commit }) => {
    if (isRefused) return Promise.reject(Object.assign(new Error('no'), { next: 'Say please' }));
    shown = commit;
    return Promise.resolve();
  },
};

beforeEach(async () => {
  home = temporaryFolder();
  [events, shown, isRefused] = [[], null, false];
  for (const slug of ['a', 'b']) source.set(`pages/${slug}`, aPage({ slug, title: 'First' }));
  pipeline = await openTextPipeline({ dataDir: home.folder, source, outlet, log: (event) => events.push(event) });
  await pipeline.reconcile();
  await pipeline.arrived();
  events.length = 0;
});

afterEach(async () => {
  await pipeline.close();
  home.remove();
});

/** The events of a hint, by its id. */
const story = (id: string) =>
  events.flatMap((event) =>
    ('hint' in event && event.hint === id) || ('hints' in event && event.hints?.includes(id)) ? [event.event] : [],
  );
const edit = (slug: string, title: string, hint: string) => {
  source.set(`pages/${slug}`, aPage({ slug, title }));
  return pipeline.publish([`pages/${slug}`], hint);
};

it('one id connects a hint with the delivered release', async () => {
  await edit('a', 'Second', 'one');
  await pipeline.arrived();
  expect(story('one')).toEqual(['hint', 'release', 'live']);
  expect(events.find(({ event }) => event === 'release')).toMatchObject({ documents: ['pages/a'], hints: ['one'] });
});

it('hints that share a release, and releases that share a delivery, all arrive', async () => {
  isRefused = true;
  await Promise.all([edit('a', 'Third', 'one'), edit('b', 'Third', 'two')]);
  await edit('a', 'Fourth', 'three');
  await expect.poll(() => events.some(({ event }) => event === 'outlet-failed')).toBe(true);
  expect(events).toContainEqual(expect.objectContaining({ event: 'outlet-failed', message: 'no', next: 'Say please' }));
  isRefused = false;
  await pipeline.arrived();
  for (const id of ['one', 'two', 'three']) expect(story(id)).toEqual(['hint', 'release', 'live']);
});

it.each([
  ['what is there already', () => pipeline.publish(['pages/a'], 'one')],
  ['no content', () => pipeline.publish(['profiles/x'], 'one')],
])('a hint of %s is told to have led to nothing', async (_, publish) => {
  await publish();
  expect(story('one')).toEqual(['hint', 'unchanged']);
});
