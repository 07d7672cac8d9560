import type { PipelineState } from '@frontage/model/build-state';
import { describe, expect, it, test } from 'vitest';
import { ago, describeFailure, describeStatus, releaseText, skippedContent } from './describe-status.ts';

const at = '2026-11-20T12:00:00.000Z';
const now = Date.parse(at) + 5 * 60_000;
const idle: PipelineState = {
  state: 'idle',
  release: 'r1',
  pinned: false,
  pinned_to: null,
  at,
  progress: null,
  failure: null,
  problems: [],
};
const problem = { document: 'pages/a', field: 'slug', message: 'This slug is already in use' };

describe('describeStatus', () => {
  it.each([
    [idle, 'The site is up to date. Last release 5 minutes ago.'],
    [{ ...idle, pinned: true }, 'An earlier release is pinned: new changes are on hold. Last release 5 minutes ago.'],
    [
      { ...idle, problems: [problem] },
      'The site is up to date, but 1 item could not be published. Last release 5 minutes ago.',
    ],
    [{ ...idle, state: 'building' as const }, 'A new release is being built.'],
    [
      { ...idle, state: 'building' as const, progress: { done: 4_200, total: 10_000, seconds_left: 3 } },
      'Rendering 4,200 of 10,000 pages, 3 s left.',
    ],
    [{ ...idle, state: 'failed' as const }, 'The last release failed. Visitors still see the previous one.'],
    [{ ...idle, state: 'unreachable' as const }, 'The database is unreachable. Visitors see the last release.'],
  ])('describes %j', (state, line) => {
    expect(describeStatus(state, now)).toBe(line);
  });
});

it.each([
  [
    { message: 'Firestore does not answer: no connection', next: 'Check it' },
    'Firestore does not answer: no connection. Check it.',
  ],
  [{ message: 'Too late.', next: null }, 'Too late.'],
])('describeFailure describes %j', (failure, words) => {
  expect(describeFailure(failure)).toBe(words);
});

describe('ago', () => {
  it.each([
    [0, 'just now'],
    [-4_000, 'just now'],
    [61_000, '1 minute ago'],
    [7_300_000, '2 hours ago'],
    [90_000_000, 'yesterday'],
    [260_000_000, '3 days ago'],
  ])('describes a span of %d ms', (span, words) => {
    expect(ago(span)).toBe(words);
  });
});

test.each([
  ['pages/p1', 'slug', { name: 'Page p1', to: '/admin/pages/p1', reason: 'URL slug: no' }],
  ['demo_embeds/d1', 'iframe_url', { name: 'Demo d1', to: '/admin/demos/d1', reason: 'Embed code: no' }],
  ['site_settings/branding', 'logo_url', { name: 'Settings branding', to: '/admin/settings', reason: 'Logo: no' }],
  ['homepage_sections/s', null, { name: 'Homepage section s', to: '/admin/homepage/s', reason: 'no' }],
  ['/demos', null, { name: '/demos', to: null, reason: 'no' }],
])('describes a problem of %s, field %s', (document, field, expected) =>
  expect(skippedContent({ document, field, message: 'no' })).toEqual(expected),
);

test.each([
  [{ added: 0, changed: 3, removed: 0, ms: 120.4, bytes: 4_230_000 }, '3 files changed in 120 ms, 4.2 MB in total'],
  [
    { added: 1, changed: 2_000, removed: 4, ms: 2_540, bytes: 130_000_000 },
    '1 file added, 2,000 changed, 4 removed in 2.5 s, 130 MB in total',
  ],
  [{ added: 0, changed: 1, removed: 0, ms: 90, bytes: null }, '1 file changed in 90 ms'],
])('describes the release %j', (release, text) => expect(releaseText(release)).toBe(text));
