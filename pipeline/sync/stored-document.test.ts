import { expect, it } from 'vitest';
import { applyRead, emptyContent, type ContentState } from './content-state.ts';
import { aPage } from './documents.fixture.ts';
import type { JsonObject } from './source.ts';
import type { Contents } from './stored-document.ts';

const write = (state: ContentState, data: JsonObject, time: string): ContentState =>
  applyRead(state, { documents: [{ path: 'pages/a', data, time }], at: time }).state;

/** Content whose documents are in a store that counts reads. */
function stored(state: ContentState) {
  const held = new Map<string, Contents>();
  const reads: string[] = [];
  for (const document of state.documents.values()) {
    const { path, time, data, valid } = document;
    held.set(`${path} ${time}`, { data, valid });
    document.leaveMemory((...version) => {
      reads.push(version.join(' '));
      return held.get(version.join(' ')) ?? { data: {}, valid: null };
    });
  }
  return { page: () => state.composition.pages.published.get('about'), reads };
}

it('a page has the body of its document, wherever that is', () => {
  const state = write(emptyContent, aPage({ body: 'Long' }), '1');
  const { page, reads } = stored(state);
  expect(page()?.title).toBe('About');
  expect(reads).toEqual([]);
  expect(page()?.body).toBe('Long');
  expect(reads).toEqual(['pages/a 1']);
  expect(JSON.parse(JSON.stringify(page()))).toMatchObject({ title: 'About', body: 'Long' });
});

it('a document that is not valid any more stays as it was, body and all', () => {
  const first = write(emptyContent, aPage({ body: 'Right' }), '1');
  stored(first);
  const { page } = stored(write(first, aPage({ body: 'Wrong', title: '' }), '2'));
  expect(page()?.body).toBe('Right');
});

it.each([[null], ['']])('a page whose body is %j has none', (body) => {
  expect(stored(write(emptyContent, aPage({ body }), '1')).page()?.body).toBeNull();
});
