import { defaultSettings } from '@frontage/model/kinds/settings';
import { aPage, aSnapshot } from '@frontage/model/content.fixture';
import { expect, it } from 'vitest';
import { createAnswers } from '../plan/answers.ts';
import { recordContent } from './record-content.ts';

const withName = (site_name: string) => {
  const branding = { ...defaultSettings.branding, site_name };
  return aSnapshot({ pages: [aPage('a')] }, { settings: { ...defaultSettings, branding } });
};

it.each<[string, (content: ReturnType<typeof recordContent>['content']) => unknown, string[]]>([
  ['one field', (content) => content.site().branding.logo_url, ['site{branding.logo_url}']],
  ['several fields', (content) => [content.site().year, content.site().origin], ['site{origin,year}']],
  [
    'a group as a whole',
    (content) => JSON.stringify(content.site().verification),
    ['site{verification.bing,verification.google}'],
  ],
  ['no field', (content) => content.site(), []],
  ['another query', (content) => content.page('a'), ['page:a']],
  ['the name of a linked document', (content) => content.linked('page:a')?.name, ['linked:page:a{id,name}']],
  [
    'a field of a linked document',
    (content) => content.linked('page:a')?.fields['body'],
    ['linked:page:a{fields.body,id}'],
  ],
  ['the existence of a linked document', (content) => content.linked('page:a') !== null, ['linked:page:a{id}']],
  ['a linked document that does not exist', (content) => content.linked('page:b'), ['linked:page:b']],
])('records reads of content: %s', (_, render, keys) => {
  const { content, reads } = recordContent(createAnswers(withName('One')));
  render(content);
  expect([...reads().keys()]).toEqual(keys);
});

it('a site change affects only pages that read the changed field', () => {
  const hashOf = (snapshot: ReturnType<typeof withName>, field: 'site_name' | 'primary_color') => {
    const { content, reads } = recordContent(createAnswers(snapshot));
    expect(content.site().branding[field]).toBe(snapshot.settings.branding[field]);
    return [...reads().values()][0];
  };
  const [one, two] = [withName('One'), withName('Two')];
  expect(hashOf(one, 'site_name')).not.toBe(hashOf(two, 'site_name'));
  expect(hashOf(one, 'primary_color')).toBe(hashOf(two, 'primary_color'));
});

it.each<[string, Partial<ReturnType<typeof aPage>>, boolean]>([
  ['the same name', { body: 'New' }, true],
  ['another name', { title: 'New' }, false],
  ['another slug', { slug: 'b' }, true],
  ['an unpublished document', { is_published: false }, false],
])('a page that shows the name of a linked document keeps its hash: %s', (_, change, isKept) => {
  const answersOf = (over: typeof change) => createAnswers(aSnapshot({ pages: [aPage('a', over)] }));
  const { content, reads } = recordContent(answersOf({}));
  expect(content.linked('page:a')?.name).toBe('Title a');
  const [[key, hash] = ['', '']] = [...reads()];
  expect(answersOf(change).hash(key) === hash).toBe(isKept);
});

it('refuses only the slow texts of a linked document that the template reads', () => {
  const answers = createAnswers(aSnapshot({ pages: [aPage('a', { body: 'slow' })] }));
  const recording = recordContent(answers, (text) => text === 'slow');
  expect(recording.content.linked('page:a')?.name).toBe('Title a');
  expect(recording.isRefused()).toBe(false);
  expect(() => recording.content.linked('page:a')?.fields['body']).toThrow('takes too long');
  expect(recording.isRefused()).toBe(true);
});

it('finds no document for a text that is no link', () => {
  const { content, reads } = recordContent(createAnswers(aSnapshot({ pages: [aPage('a')] })));
  expect(content.linked('page:a{name}')).toBeNull();
  expect([...reads()]).toEqual([]);
});
