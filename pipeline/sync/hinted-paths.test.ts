import { expect, it } from 'vitest';
import { hintedPaths } from './content-state.ts';

it.each<[string, string[], string[]]>([
  ['content documents', ['pages/a', 'site_settings/seo'], ['pages/a', 'site_settings/seo']],
  ['the embed code of a demo', ['demo_pages/d'], ['demo_pages/d', 'demo_embeds/d']],
  ['the demo of embed code', ['demo_embeds/d'], ['demo_embeds/d', 'demo_pages/d']],
  [
    'each document once',
    ['demo_embeds/d', 'demo_pages/d', 'pages/a', 'pages/a'],
    ['demo_embeds/d', 'demo_pages/d', 'pages/a'],
  ],
  ['no documents of other collections', ['user_roles/u', 'audit/x', 'pages', 'nowhere'], []],
  ['no id that Firestore refuses', ['pages/', 'pages/.', 'pages/..', 'pages/__x__', 'pages/a/b'], []],
  ['no id over 1,500 bytes', [`pages/${'x'.repeat(1_501)}`, `pages/${'é'.repeat(751)}`, 'pages/\ud800'], []],
  ['ids of 1,500 bytes', [`pages/${'é'.repeat(750)}`], [`pages/${'é'.repeat(750)}`]],
])('returns %s', (_, documents, expected) => {
  expect(hintedPaths(documents)).toEqual(expected);
});
