import { kindNames, kinds } from '@frontage/model/kinds/kinds';
import { expect, it } from 'vitest';
import { documentName } from './document.ts';

it.each(kindNames)('a document of the kind %s has the name in its field for names, else its slug', (kind) => {
  const { nameField } = kinds[kind];
  expect(documentName({ [nameField]: 'About us', slug: 'about' })).toBe('About us');
  expect(documentName({ [nameField]: ' ', slug: 'about' })).toBe('about');
  expect(documentName({})).toBe('Untitled');
});
