import { slugFromTitle } from '@frontage/model/slug';
import { describe, expect, it } from 'vitest';
import { followTitle } from './slug-follow.ts';

describe('the slug of a new document', () => {
  it.each([
    ['fills when empty', true, '', 'Our', 'Our Team', 'our-team'],
    ['follows while nobody touched it', true, 'our', 'Our', 'Our Team', 'our-team'],
    ['stays once edited', true, 'people', 'Our', 'Our Team', 'people'],
    ['never follows on an existing document', false, 'our', 'Our', 'Our Team', 'our'],
    ['stays empty on an existing document', false, '', 'Our', 'Our Team', ''],
  ])('%s', (...[, isNew, slug, before, after, expected]) => {
    const suggested = { before: slugFromTitle(before), after: slugFromTitle(after) };
    expect(followTitle({ isNew, slug }, suggested)).toBe(expected);
  });
});
