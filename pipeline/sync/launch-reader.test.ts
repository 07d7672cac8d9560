import { expect, test } from 'vitest';
import { aPage } from './documents.fixture.ts';
import { createLaunchReader } from './launch-reader.ts';
import { memorySource } from './memory-source.fixture.ts';
import type { ContentSource } from './source.ts';

const members = { 'pages/a': aPage({ slug: 'a' }), 'pages/b': aPage({ slug: 'b' }) };

test.each(['before both answers', 'between the answers', 'after both answers'] as const)(
  'reads all documents of a launch that is committed %s, or none',
  async (moment) => {
    const source = memorySource();
    for (const [path, page] of Object.entries(members)) source.set(path, { ...page, title: 'Before' });
    const launch = (when: typeof moment): void => {
      if (when === moment) source.launch('one', members);
    };
    // The launches are read before the documents, although they are requested later.
    const early: Pick<ContentSource, 'read' | 'launchesSince'> = {
      launchesSince: async (since) => source.launchesSince(since),
      read: async (paths) => {
        await Promise.resolve();
        launch('between the answers');
        return source.read(paths);
      },
    };
    launch('before both answers');
    const reader = createLaunchReader(early, () => '');
    const { documents } = await reader.read(['pages/a']);
    launch('after both answers');

    const isLaunched = moment !== 'after both answers';
    expect(documents.map(({ path }) => path)).toEqual(isLaunched ? Object.keys(members) : ['pages/a']);
    expect(documents[0]?.data?.['title']).toBe(isLaunched ? members['pages/a'].title : 'Before');
  },
);

test('reads a launch whole again if the release with its documents was read before it was published', async () => {
  const source = memorySource();
  for (const [path, page] of Object.entries(members)) source.set(path, { ...page, title: 'Before' });
  const reader = createLaunchReader(source, () => '');
  source.launch('one', members);
  const first = await reader.read(['pages/a']);
  source.launch('two', members);
  // Another read finds the second launch while the first one is being published.
  await reader.read(['pages/b']);
  reader.settle(first.documents);
  const second = await reader.read(['pages/b']);
  expect(second.documents.map(({ path }) => path).sort()).toEqual(Object.keys(members));

  reader.settle(second.documents);
  const third = await reader.read(['pages/b']);
  expect(third.documents.map(({ path }) => path)).toEqual(['pages/b']);
});
