import { expect, it } from 'vitest';
import { aPage, aSnapshot } from '@frontage/model/content.fixture';
import { queries, type Content } from '@frontage/model/content';
import { defaultSettings } from '@frontage/model/kinds/settings';
import { haveSameResults, recordQueries } from './memoized.server.ts';

/** Content that returns the same objects for repeated calls, like the content of one run, and the keys of all calls. */
function contentOf(site_name: string, titles: string[]): { content: Content; calls: string[] } {
  const { branding } = defaultSettings;
  const snapshot = aSnapshot(
    { pages: titles.map((title) => aPage(title, { title, show_in_menu: true })) },
    { settings: { ...defaultSettings, branding: { ...branding, site_name } } },
  );
  const [known, calls] = [new Map<string, unknown>(), [] as string[]];
  const content = Object.entries(queries).map(([name, query]) => [
    name,
    (...args: never[]) => {
      const key = [name, ...args].join(':');
      calls.push(key);
      if (!known.has(key)) known.set(key, (query as (...all: unknown[]) => unknown)(snapshot, ...args));
      return known.get(key);
    },
  ]);
  return { content: Object.fromEntries(content) as Content, calls };
}

const one = contentOf('One', ['a', 'b']).content;

it.each<[string, { ask: (content: Content) => unknown; other: Content; isAlike: boolean }]>([
  [
    'an equal field of the site',
    { ask: ({ site }) => site().branding.logo_url, other: contentOf('Two', []).content, isAlike: true },
  ],
  [
    'a changed field of the site',
    { ask: ({ site }) => site().branding.site_name, other: contentOf('Two', []).content, isAlike: false },
  ],
  ['a query with an identical result', { ask: ({ navigation }) => navigation(), other: one, isAlike: true }],
  [
    'a query with another object as the result',
    { ask: ({ navigation }) => navigation(), other: contentOf('One', []).content, isAlike: false },
  ],
  [
    'a query without a result',
    { ask: ({ image }) => image('/none'), other: contentOf('Two', []).content, isAlike: true },
  ],
  ['no query', { ask: () => null, other: contentOf('Two', []).content, isAlike: true }],
])('compares recorded results: %s', (_, { ask, other, isAlike }) => {
  const { content, queries } = recordQueries(one);
  ask(content);
  expect(haveSameResults(one, queries)).toBe(true);
  expect(haveSameResults(other, queries)).toBe(isAlike);
});

it('repeats the recorded queries to an observer', () => {
  const { content, calls } = contentOf('One', ['a']);
  const recorded = recordQueries(content);
  recorded.content.image('/a.png');
  recorded.content.page('a');
  calls.length = 0;
  expect(haveSameResults(content, recorded.queries)).toBe(true);
  expect(calls).toEqual(['image:/a.png', 'page:a']);
});

it('lists the fields of the site and records them as read', () => {
  const { content, queries } = recordQueries(one);
  expect({ ...content.site().verification }).toEqual({ google: null, bing: null });
  expect(queries.map(({ field }) => field.join('.'))).toEqual(['verification.google', 'verification.bing']);
});
