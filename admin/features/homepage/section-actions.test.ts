import type { ListedSection } from '@frontage/model/summaries/listed';
import { expect, test } from 'vitest';
import { publishQuestion } from './section-actions.ts';

const section = (is_published: boolean, is_visible: boolean): ListedSection => ({
  id: 's',
  section_key: 'hero',
  title: 'Hello',
  excerpt: '',
  order_index: 0,
  is_published,
  is_visible,
  rev: 1,
  created_at: '',
  created_by: '',
  updated_at: '',
});

test.each([
  [false, true, 'Publish', '“Hello” will be on the homepage.'],
  [false, false, 'Publish', '“Hello” is hidden: it stays off the homepage until it is shown.'],
  [true, true, 'Unpublish', '“Hello” will no longer be on the homepage.'],
  [true, false, 'Unpublish', '“Hello” is hidden: visitors do not see it now.'],
])('publishQuestion for published %s, visible %s: %s', (...[is_published, is_visible, action, description]) => {
  expect(publishQuestion(section(is_published, is_visible))).toMatchObject({ action, description });
});
