import { readListed } from '@frontage/model/summaries/listed';
import { expect, it } from 'vitest';
import { pageDeletion } from './pages-list.tsx';

const page = (id: string, parent_id: string | null = null) => ({ id, parent_id, title: id.toUpperCase(), slug: id });

it('keeps the specified question and explains the trash below it', () => {
  const parent = readListed('page', 'a', page('a')).document;
  expect(pageDeletion([page('a'), page('b', 'a')]).question(parent)).toEqual({
    title: 'Are you sure?',
    description: 'This action cannot be undone. This will permanently delete the page.',
    more: '“A” stays in the trash for 30 days. Editors and administrators can restore it. The page below, “B”, stays and moves to the top level.',
  });
});
