import { describe, expect, it } from 'vitest';
import { scopeOf } from './recent-actions.tsx';

describe('scopeOf', () => {
  it.each<[readonly string[], string]>([
    [['page/a'], '1 document'],
    [['page/a', 'page/b', 'demo/c'], '3 documents'],
    [['user/ada'], '1 user'],
    [['redirect//old'], '1 redirect'],
    [['media/x'], '1 image'],
    [['launch/pages/a'], '1 document'],
    [['user/ada', 'page/a'], '2 documents'],
  ])('counts %j as %s', (subjects, words) => {
    expect(scopeOf(subjects)).toBe(words);
  });
});
