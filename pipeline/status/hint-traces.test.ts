import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Outlet } from '../outlets/follow-outlet.ts';
import { aPage } from '../sync/documents.fixture.ts';
import { memorySource } from '../sync/memory-source.fixture.ts';
import type { Pipeline } from '../engine/pipeline-interface.ts';
import type { PipelineEvent } from './events.ts';
import { openTextPipeline, temporaryFolder } from '../engine/text-pipeline.fixture.ts';

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

/** Names of the logged events with the id of a hint. */
const eventsOf = (id: string) =>
  events.flatMap((event) =>
    ('hint' in event && event.hint === id) || ('hints' in event && event.hints?.includes(id)) ? [event.event] : [],
  );
const edit = (slug: string, title: string, hint: string) => {
  source.set(`pages/${slug}`, aPage({ slug, title }));
  return pipeline.publish([`pages/${slug}`], hint);
};

it('logs the id of a hint up to the delivery of its release', async () => {
  await edit('a', 'Second', 'one');
  await pipeline.arrived();
  expect(eventsOf('one')).toEqual(['hint', 'release', 'live']);
  expect(events.find(({ event }) => event === 'release')).toMatchObject({ documents: ['pages/a'], hints: ['one'] });
});

it('logs every hint if hints share a release and releases share a delivery', async () => {
  isRefused = true;
  await Promise.all([edit('a', 'Third', 'one'), edit('b', 'Third', 'two')]);
  await edit('a', 'Fourth', 'three');
  await expect.poll(() => events.some(({ event }) => event === 'outlet-failed')).toBe(true);
  expect(events).toContainEqual(expect.objectContaining({ event: 'outlet-failed', message: 'no', next: 'Say please' }));
  isRefused = false;
  await pipeline.arrived();
  for (const id of ['one', 'two', 'three']) expect(eventsOf(id)).toEqual(['hint', 'release', 'live']);
});

it.each([
  ['a published document', () => pipeline.publish(['pages/a'], 'one')],
  ['a document that is not content', () => pipeline.publish(['profiles/x'], 'one')],
])('logs a hint of %s as unchanged', async (_, publish) => {
  await publish();
  expect(eventsOf('one')).toEqual(['hint', 'unchanged']);
});
