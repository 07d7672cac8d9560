import { describe, expect, it } from 'vitest';
import { aDemo, aPage, aSection } from '@frontage/model/content.fixture';
import { describeRevision, wordChanges, type WrittenDocument } from './describe-revision.ts';

const page = aPage('p1', { body: 'one two three', rev: 4 });
const next = { ...page, rev: 5, updated_by: 'bob', updated_at: '2026-03-03T03:03:03.000Z' };
const section = aSection('s1', { rev: 4 });
const demo = aDemo('d1', { rev: 4 });
const write = (path: string, over: Omit<Partial<WrittenDocument>, 'path'>): WrittenDocument => ({
  path,
  before: page,
  after: next,
  companions: [],
  ...over,
});
const setting = (id: string, before: unknown, after: unknown): WrittenDocument =>
  write(`site_settings/${id}`, { before: { value: before, rev: 1 }, after: { value: after, rev: 2 } });

describe('describeRevision', () => {
  it.each<[string, WrittenDocument, string]>([
    ['a new document', write('pages/p1', { before: null, after: { ...page, rev: 1 } }), 'created: Created'],
    ['a restored document', write('pages/p1', { before: null, after: page }), 'restored: Restored from the trash'],
    ['no change', write('pages/p1', {}), 'updated: Saved without a change'],
    [
      'two fields',
      write('pages/p1', { after: { ...next, title: 'B', body: 'one three four five' } }),
      'updated: Title, body (+2 −1 words)',
    ],
    ['one word', write('pages/p1', { after: { ...next, body: 'one two three four' } }), 'updated: Body (+1 word)'],
    ['words that moved', write('pages/p1', { after: { ...next, body: 'three two one' } }), 'updated: Body'],
    ['a text that went', write('pages/p1', { after: { ...next, body: null } }), 'updated: Body (−3 words)'],
    ['names of their own', write('pages/p1', { after: { ...next, slug: 'x' } }), 'updated: URL slug'],
    ['a switch', write('pages/p1', { after: { ...next, show_in_menu: false } }), 'updated: Show in navigation off'],
    [
      'publishing',
      write('pages/p1', { before: { ...page, is_published: false }, after: { ...next, title: 'B' } }),
      'published: Published, title',
    ],
    ['unpublishing', write('pages/p1', { after: { ...next, is_published: false } }), 'unpublished: Unpublished'],
    [
      'a section that is hidden',
      write('homepage_sections/s1', { before: section, after: { ...section, is_visible: false } }),
      'updated: Hidden',
    ],
    [
      'a demo and what lies beside it',
      write('demo_pages/d1', {
        before: demo,
        after: { ...demo, is_password_protected: true },
        companions: ['iframe_url', 'password'],
      }),
      'updated: Password protection on, embed code, password',
    ],
    ['a setting of one text', setting('ga4_id', null, 'G-1'), 'updated: Measurement ID'],
    [
      'a setting of several',
      setting('social_links', { facebook: null, github: null, x: 1 }, { facebook: 'a', github: 'b', x: 1 }),
      'updated: Facebook, GitHub',
    ],
    ['a setting cleared', setting('ga4_id', 'G-1', null), 'updated: Measurement ID'],
  ])('%s', (_case, written, expected) => {
    const { event, summary } = describeRevision(written);
    expect(`${event}: ${summary}`).toBe(expected);
  });

  it.each([
    ['', '', 0, 0],
    ['a b', 'a b', 0, 0],
    ['a a b', 'a b b', 1, 1],
    ['one\n\ntwo', 'one two three', 1, 0],
  ])('counts words: %j → %j', (...[before, after, added, removed]) => {
    expect(wordChanges(before, after)).toEqual({ added, removed });
  });
});
