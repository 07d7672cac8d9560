import { describe, expect, it } from 'vitest';
import { readUrl, writeUrl } from './url-state.ts';

const defaults = { search: '', role: 'all', page: '1' };

describe('readUrl and writeUrl', () => {
  it.each([
    ['', { search: '', role: 'all', page: '1' }],
    ['role=editor&page=3', { search: '', role: 'editor', page: '3' }],
    ['search=a+b%26c&other=1', { search: 'a b&c', role: 'all', page: '1' }],
  ])('reads %j', (address, state) => {
    expect(readUrl(new URLSearchParams(address), defaults)).toEqual(state);
  });

  it.each([
    ['', { ...defaults, search: 'a b&c' }, 'search=a+b%26c'],
    ['search=x&role=editor', defaults, ''],
    ['other=1&page=2', { ...defaults, role: 'viewer' }, 'other=1&role=viewer'],
  ])('adds to %j the state %j: %j', (address, state, expected) => {
    expect(writeUrl(new URLSearchParams(address), state, defaults).toString()).toBe(expected);
  });
});
