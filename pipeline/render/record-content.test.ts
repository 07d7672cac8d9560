import { defaultSettings } from '@frontage/model/kinds/settings';
import { aSnapshot } from '@frontage/model/content.fixture';
import { expect, it } from 'vitest';
import { createAnswers } from '../plan/answers.ts';
import { recordContent } from './record-content.ts';

const withName = (site_name: string) => {
  const branding = { ...defaultSettings.branding, site_name };
  return aSnapshot({}, { settings: { ...defaultSettings, branding } });
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
