import { readListed } from '@frontage/model/summaries/listed';
import { expect, it } from 'vitest';
import { pageDeletion } from './pages-list.tsx';

const page = (id: string, parent_id: string | null = null) => ({ id, parent_id, title: id.toUpperCase(), slug: id });

it('names the trash instead of a deletion for good', () => {
  const parent = readListed('page', 'a', page('a')).document;
  expect(pageDeletion([page('a'), page('b', 'a')]).question(parent)).toEqual({
    title: 'Are you sure?',
    description: 'The page leaves the site and moves to the trash.',
    more: '“A” stays in the trash for 30 days. Editors and administrators can restore it. The page below, “B”, stays and moves to the top level.',
  });
});
