import { expect, it } from 'vitest';
import { generateIndexes } from './indexes.ts';

const exempt = (collectionGroup: string, fieldPath: string) => ({ collectionGroup, fieldPath, indexes: [] });
const stored = {
  indexes: [{ collectionGroup: 'audit' }, { collectionGroup: 'homepage_sections' }],
  fieldOverrides: [exempt('pages', 'title'), exempt('trash', 'data')],
};
const { indexes, fieldOverrides } = JSON.parse(generateIndexes(JSON.stringify(stored))) as typeof stored;

it('exempts long texts and origins from indexes, and keeps the exemptions of other collections', () => {
  expect(fieldOverrides).toEqual([
    exempt('homepage_sections', 'content'),
    exempt('homepage_sections', 'from_draft'),
    exempt('pages', 'body'),
    exempt('pages', 'from_draft'),
    exempt('demo_pages', 'from_draft'),
    exempt('news', 'tags'),
    exempt('news', 'body'),
    exempt('news', 'from_draft'),
    exempt('trash', 'data'),
  ]);
});

it('indexes documents with an address by their creator, and keeps the indexes of other collections', () => {
  const fields = [
    { fieldPath: 'created_by', order: 'ASCENDING' },
    { fieldPath: 'created_at', order: 'DESCENDING' },
  ];
  expect(indexes).toEqual([
    { collectionGroup: 'pages', queryScope: 'COLLECTION', fields },
    { collectionGroup: 'demo_pages', queryScope: 'COLLECTION', fields },
    { collectionGroup: 'news', queryScope: 'COLLECTION', fields },
    { collectionGroup: 'audit' },
  ]);
});
