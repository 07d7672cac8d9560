import { expect, it } from 'vitest';
import { applyRead, emptyContent } from './content-state.ts';
import { aPage, aSection } from './documents.fixture.ts';
import type { ImageAddress } from './image-addresses.ts';
import type { ImageLibrary, ProcessedImage } from './image-library.ts';
import { loadImages } from './load-images.ts';

const addressOf = (name: string): string => `https://images.example/v0/b/ours/o/${name}`;

/** A library that asks `answer` for each image, and notes what it was asked. */
function library(answer: (name: string) => ProcessedImage) {
  const asked: string[] = [];
  const processed: ImageLibrary = {
    buckets: new Set(['ours']),
    process: ({ object }: ImageAddress) => {
      asked.push(object);
      return Promise.resolve().then(() => answer(object));
    },
  };
  return { asked, processed };
}

const good = (name: string): ProcessedImage => ({
  ok: true,
  record: {
    address: addressOf(name),
    key: name,
    image: { src: `/${name}`, width: 1, height: 1, sources: [] },
    files: [],
  },
});

const content = applyRead(emptyContent, {
  documents: [
    {
      path: 'pages/a',
      data: aPage({ slug: 'a', og_image_url: addressOf('one'), body: `![](${addressOf('two')})` }),
      time: 't',
    },
    { path: 'pages/b', data: aPage({ slug: 'b', og_image_url: addressOf('one') }), time: 't' },
    {
      path: 'pages/draft',
      data: aPage({ slug: 'c', is_published: false, og_image_url: addressOf('three') }),
      time: 't',
    },
    { path: 'homepage_sections/s', data: aSection({ image_url: 'https://elsewhere.example/x.jpg' }), time: 't' },
  ],
  at: 't',
}).state;

it('processes each image of public content once', async () => {
  const { asked, processed } = library(good);
  const { added, messages } = await loadImages(processed, { content, known: new Map(), only: null });
  expect(asked.sort()).toEqual(['one', 'two']);
  expect(added.map(({ key }) => key).sort()).toEqual(['one', 'two']);
  expect(messages.size).toBe(0);
});

it('leaves those that are known, and documents it is not to look at', async () => {
  const { asked, processed } = library(good);
  const one = good('one');
  const known = new Map(one.ok ? [[addressOf('one'), one.record]] : []);
  await loadImages(processed, { content, known, only: new Set(['pages/b']) });
  await loadImages(processed, { content, known, only: new Set(['pages/a']) });
  expect(asked).toEqual(['two']);
});

it('tells every document of a bad image, and which ones may be tried again', async () => {
  const { asked, processed } = library((name) => {
    if (name === 'two') throw new Error('no answer');
    return { ok: false, message: 'not an image' };
  });
  const { added, messages, unreachable } = await loadImages(processed, { content, known: new Map(), only: null });
  expect(asked.sort()).toEqual(['one', 'two']);
  expect(added).toEqual([]);
  expect(Object.fromEntries(messages)).toEqual({
    'pages/a': expect.arrayContaining(['not an image', 'The image could not be read: no answer']) as string[],
    'pages/b': ['not an image'],
  });
  expect([...unreachable]).toEqual(['pages/a']);
});
