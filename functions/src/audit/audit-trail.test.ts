import { describe, expect, it } from 'vitest';
import { describeChange, type Recorded } from './audit-trail.ts';

const page = { title: 'A', body: 'text', rev: 1, updated_by: 'ada', updated_at: 1 };

describe('describeChange', () => {
  it.each<[string, Recorded | null, Parameters<typeof describeChange>]>([
    [
      'creation',
      { action: 'created', actor: 'ada', fields: ['body', 'title'] },
      [{ before: undefined, after: page }, null],
    ],
    [
      'a change',
      { action: 'updated', actor: 'bob', fields: ['title'] },
      [{ before: page, after: { ...page, title: 'B', rev: 2, updated_by: 'bob', updated_at: 2 } }, null],
    ],
    [
      'a save without a change',
      { action: 'updated', actor: 'ada', fields: [] },
      [{ before: page, after: { ...page, rev: 2 } }, null],
    ],
    [
      'a removed field',
      { action: 'updated', actor: null, fields: ['title'] },
      [{ before: { title: 'A' }, after: {} }, null],
    ],
    [
      'publishing',
      { action: 'updated', actor: 'ada', fields: ['is_published'], details: { is_published: true } },
      [{ before: { ...page, is_published: false }, after: { ...page, is_published: true } }, null],
    ],
    [
      'deletion',
      { action: 'deleted', actor: 'eve', fields: ['body', 'title'] },
      [{ before: page, after: undefined }, 'eve'],
    ],
    [
      'deletion by an unknown user',
      { action: 'deleted', actor: null, fields: ['title'] },
      [{ before: { title: 'A' }, after: undefined }, undefined],
    ],
    ['a missing document as no change', null, [{ before: undefined, after: undefined }, null]],
  ])('describes %s', (_case, expected, args) => {
    expect(describeChange(...args)).toEqual(expected);
  });
});
