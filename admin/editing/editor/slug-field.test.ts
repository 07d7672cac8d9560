import { slugFromTitle } from '@frontage/model/slug';
import { describe, expect, it } from 'vitest';
import { followTitle } from './slug-field.tsx';

describe('followTitle', () => {
  it.each([
    ['fills an empty slug', true, '', 'Our', 'Our Team', 'our-team'],
    ['updates a slug that was not edited', true, 'our', 'Our', 'Our Team', 'our-team'],
    ['keeps an edited slug', true, 'people', 'Our', 'Our Team', 'people'],
    ['keeps the slug of an existing document', false, 'our', 'Our', 'Our Team', 'our'],
    ['keeps an empty slug of an existing document', false, '', 'Our', 'Our Team', ''],
  ])('%s', (...[, isNew, slug, before, after, expected]) => {
    const suggested = { before: slugFromTitle(before), after: slugFromTitle(after) };
    expect(followTitle({ isNew, slug }, suggested)).toBe(expected);
  });
});
