import { describe, expect, it } from 'vitest';
import { restoredValues } from './history.queries.ts';

describe('restoring a version', () => {
  const current = { title: 'Now', is_published: true, password: 'typed', iframe_url: 'code' };
  const version = { title: 'Then', is_published: false, password: '', iframe_url: '' };

  it('keeps the publication state and the password', () => {
    expect(restoredValues(current, version, [])).toEqual({ ...current, title: 'Then', iframe_url: '' });
  });

  it('keeps fields that this user may not read', () => {
    expect(restoredValues(current, version, ['iframe_url'])).toEqual({ ...current, title: 'Then' });
  });
});
