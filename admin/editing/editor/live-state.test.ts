import type { DocumentState } from '@frontage/model/build-state';
import { describe, expect, it } from 'vitest';
import {
  addressFrom,
  describeLive,
  describeProblems,
  describeProgress,
  liveState,
  nextPollDelay,
  type RecentSave,
} from './live.queries.ts';

const report = (change: Partial<DocumentState>): DocumentState => ({
  document: 'pages/p1',
  rev: 3,
  state: 'live',
  shown_at: '/p1',
  release: 'r1',
  at: '2026-01-01T00:00:00Z',
  ms: 120,
  problems: [],
  ...change,
});

const saved = (change: Partial<RecentSave>): RecentSave => ({
  rev: 3,
  wasPublic: true,
  isPublic: true,
  at: 0,
  ...change,
});

const problem = { document: 'pages/p1', field: 'slug', message: 'This slug is already in use' };

describe('live state', () => {
  it.each<[string, Partial<RecentSave>, DocumentState | null, string]>([
    ['a draft is not published', { wasPublic: false, isPublic: false }, null, 'Not published'],
    ['no report yet', {}, null, 'Publishing…'],
    ['an older report', {}, report({ rev: 2 }), 'Publishing…'],
    ['its own report', {}, report({}), 'Live in 0.1 s'],
    ['a newer report', {}, report({ rev: 5, ms: 2_340 }), 'Live in 2.3 s'],
    ['faster than can be shown', {}, report({ ms: 4 }), 'Live in 0.1 s'],
    ['unpublished', { isPublic: false }, report({}), 'Unpublished in 0.1 s'],
    ['failed', {}, report({ state: 'failed', problems: [problem] }), 'Failed'],
    ['deleted, not yet read', { rev: null, isPublic: false }, report({}), 'Publishing…'],
    ['deleted', { rev: null, isPublic: false }, report({ rev: null }), 'Unpublished in 0.1 s'],
    ['created again after a deletion', { rev: 1 }, report({ rev: null }), 'Publishing…'],
  ])('describes a save: %s', (...[, save, state, expected]) => {
    expect(describeLive(liveState(saved(save), state))).toBe(expected);
  });

  it('includes the progress of the current release', () => {
    const publishing = liveState(saved({}), null, { done: 4_200, total: 10_000, seconds_left: 3 });
    expect(describeLive(publishing)).toBe('Publishing… 4,200 of 10,000 pages, 3 s left');
  });

  it.each([
    ['an earlier version', '/old', 'The previous version is still live.'],
    ['no version', null, 'It is not on the site.'],
  ])('describes the failure and the version that visitors see: %s', (_, shownAt, seen) => {
    expect(describeProblems({ type: 'failed', problems: [problem], shownAt })).toBe(
      `URL slug: This slug is already in use. ${seen} Correct it and save again.`,
    );
  });

  it.each([
    ['demo_embeds/d', 'iframe_url', 'Embed code: no.'],
    ['homepage_sections/s', 'cta_url', 'CTA URL: no.'],
    ['site_settings/branding', 'logo_url', 'Logo: no.'],
    ['pages/p', 'unheard_of', 'unheard_of: no.'],
    ['pages/p', null, 'no.'],
  ])('uses the form label of a field: %s %s', (document, field, words) => {
    expect(
      describeProblems({ type: 'failed', problems: [{ document, field, message: 'no' }], shownAt: null }),
    ).toContain(words);
  });

  it.each<[string, string | null, Partial<RecentSave> | null, DocumentState | null, string | null]>([
    ['not saved recently', '/p1', null, null, '/p1'],
    ['a draft', null, null, null, null],
    ['new, publishing', '/p1', { wasPublic: false }, null, null],
    ['changed, publishing', '/p1', {}, null, '/p1'],
    ['live', '/p1', { wasPublic: false }, report({}), '/p1'],
    ['new and failed', '/p1', { wasPublic: false }, report({ state: 'failed', shown_at: null }), null],
    ['moved and failed', '/p2', {}, report({ state: 'failed' }), '/p1'],
  ])('returns the address of the visible version: %s', (...[, own, save, state, expected]) => {
    const recent = save && saved(save);
    expect(addressFrom(own, recent && liveState(recent, state), recent)).toBe(expected);
  });

  it('polls at growing intervals and then stops', () => {
    expect([0, 3_000, 30_000, 90_000, 700_000].map(nextPollDelay)).toEqual([100, 500, 2_000, 10_000, null]);
  });
});

it.each([
  [{ done: 4_200, total: 10_000, seconds_left: 3 }, '4,200 of 10,000 pages, 3 s left'],
  [{ done: 0, total: 1, seconds_left: null }, '0 of 1 page'],
  [{ done: 25, total: 10_000, seconds_left: null }, '25 of 10,000 pages'],
  [{ done: 25, total: 100_000, seconds_left: 89 }, '25 of 100,000 pages, 89 s left'],
  [{ done: 25, total: 100_000, seconds_left: 150 }, '25 of 100,000 pages, 3 min left'],
])('describes %o', (progress, text) => {
  expect(describeProgress(progress)).toBe(text);
});
