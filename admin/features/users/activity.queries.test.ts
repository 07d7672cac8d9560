import { expect, it } from 'vitest';
import { countActivity, recentChanges } from './activity.queries.ts';

type Row = [at: number, action: string, document: string, details?: Record<string, unknown>];

const listed = (...rows: Row[]) =>
  recentChanges(
    rows.map(([at, action, document, details = {}]) => ({ at: at * 1_000, action, document, details })),
  ).map(({ verb, collection, id }) => `${verb} ${collection}/${id}`);

it.each<[string, Row[], string[]]>([
  [
    'edits and publishes',
    [
      [9, 'updated', 'pages/a', { is_published: true }],
      [5, 'updated', 'pages/a'],
    ],
    ['Published pages/a', 'Edited pages/a'],
  ],
  ['an unpublish', [[9, 'updated', 'demo_pages/a', { is_published: false }]], ['Unpublished demo_pages/a']],
  [
    'many edits of a document once',
    [
      [9, 'updated', 'pages/a'],
      [8, 'updated', 'pages/a'],
      [7, 'created', 'pages/a'],
    ],
    ['Edited pages/a', 'Created pages/a'],
  ],
  [
    'a published draft once',
    [
      [9, 'updated', 'pages/a'],
      [9, 'draft published', 'pages/a'],
    ],
    ['Published changes of pages/a'],
  ],
  [
    'a published draft once, in the other order',
    [
      [9, 'draft published', 'pages/a'],
      [9, 'updated', 'pages/a'],
    ],
    ['Published changes of pages/a'],
  ],
  [
    'a demo and its embed code once',
    [
      [9, 'created', 'demo_embeds/d'],
      [9, 'created', 'demo_pages/d'],
    ],
    ['Created demo_pages/d'],
  ],
  ['settings', [[9, 'updated', 'site_settings/seo']], ['Edited site_settings/seo']],
  [
    'no changes of users',
    [
      [9, 'roles set', 'user_roles/u'],
      [8, 'sessions ended', 'profiles/u'],
    ],
    [],
  ],
])('lists %s', (_, rows, expected) => {
  expect(listed(...rows)).toEqual(expected);
});

it('lists at most ten changes', () => {
  expect(listed(...Array.from({ length: 30 }, (_, n): Row => [30 - n, 'updated', `pages/p${n}`]))).toHaveLength(10);
});

it.each<[string, Row[], [edits: number, reviews: number, publishes: number]]>([
  [
    'edits of content, drafts and settings',
    [
      [9, 'updated', 'pages/a'],
      [8, 'draft changed', 'pages/a'],
      [7, 'deleted', 'demo_pages/d'],
      [6, 'updated', 'site_settings/seo'],
    ],
    [4, 0, 0],
  ],
  ['a publish', [[9, 'updated', 'pages/a', { is_published: true }]], [0, 0, 1]],
  ['an unpublish as an edit', [[9, 'updated', 'pages/a', { is_published: false }]], [1, 0, 0]],
  [
    'a published proposal as a review and a publish',
    [
      [9, 'draft published', 'pages/a', { submitted_by: 'bob' }],
      [9, 'updated', 'pages/a'],
    ],
    [0, 1, 1],
  ],
  ['an own proposal as a publish only', [[9, 'draft published', 'pages/a', { submitted_by: 'ada' }]], [0, 0, 1]],
  ['a returned proposal as a review', [[9, 'draft returned', 'pages/a', { submitted_by: 'bob' }]], [0, 1, 0]],
  [
    'a demo and its embed code once',
    [
      [9, 'created', 'demo_embeds/d'],
      [9, 'created', 'demo_pages/d'],
    ],
    [1, 0, 0],
  ],
  ['no changes of users', [[9, 'roles set', 'user_roles/u']], [0, 0, 0]],
])('counts %s', (_, rows, [edits, reviews, publishes]) => {
  const entries = rows.map(([at, action, document, details = {}]) => ({ at: at * 1_000, action, document, details }));
  expect(countActivity(entries, 'ada')).toEqual({ edits, reviews, publishes });
});
