import { expect, it } from 'vitest';
import { applyRead, emptyContent, type ContentState } from './content-state.ts';
import { aPage } from './documents.fixture.ts';
import type { JsonObject } from './source.ts';
import type { Contents } from './stored-document.ts';

const write = (state: ContentState, data: JsonObject, time: string): ContentState =>
  applyRead(state, { documents: [{ path: 'pages/a', data, time }], at: time }).state;

/** Moves the documents of a state to a store that records its reads. */
function stored(state: ContentState) {
  const contents = new Map<string, Contents>();
  const reads: string[] = [];
  for (const document of state.documents.values()) {
    const { path, time, data, valid } = document;
    contents.set(`${path} ${time}`, { data, valid });
    document.leaveMemory((...version) => {
      reads.push(version.join(' '));
      return contents.get(version.join(' ')) ?? { data: {}, valid: null };
    });
  }
  return { page: () => state.composition.pages.published.get('about'), reads };
}

it('reads the body of a page from the store on access', () => {
  const state = write(emptyContent, aPage({ body: 'Long' }), '1');
  const { page, reads } = stored(state);
  expect(page()?.title).toBe('About');
  expect(reads).toEqual([]);
  expect(page()?.body).toBe('Long');
  expect(reads).toEqual(['pages/a 1']);
  expect(JSON.parse(JSON.stringify(page()))).toMatchObject({ title: 'About', body: 'Long' });
});

it('reads the body of the last valid version while the newest is invalid', () => {
  const first = write(emptyContent, aPage({ body: 'Right' }), '1');
  stored(first);
  const { page } = stored(write(first, aPage({ body: 'Wrong', title: '' }), '2'));
  expect(page()?.body).toBe('Right');
});

it.each([[null], ['']])('returns null for the body %j', (body) => {
  expect(stored(write(emptyContent, aPage({ body }), '1')).page()?.body).toBeNull();
});
