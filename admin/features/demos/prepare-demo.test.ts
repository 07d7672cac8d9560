import { newDemo } from '@frontage/model/kinds/demo';
import { demoForm } from '@frontage/model/kinds/demo-form';
import { describe, expect, it } from 'vitest';
import { toPrepared } from './prepare-demo.ts';

const fields = demoForm({ hasPassword: true }).parse({
  ...newDemo,
  heading: 'Ada',
  slug: 'ada',
  iframe_url: 'https://example.com/a',
  is_password_protected: true,
});
const base = { rev: 1, slug: 'ada', isProtected: true };
const origin = (iframe_url: string, isNew = false) => ({
  id: 'd1',
  base: isNew ? null : base,
  values: { ...newDemo, iframe_url },
});

describe('toPrepared', () => {
  it.each([
    ['omits an unchanged embed', origin('https://example.com/a'), null, {}],
    ['writes a changed embed', origin('https://example.com/b'), null, { embed: 'https://example.com/a' }],
    ['writes the embed of a new demo', origin('https://example.com/a', true), null, { embed: 'https://example.com/a' }],
    ['writes the hash of a new password', origin('https://example.com/a'), 'sealed', { passwordHash: 'sealed' }],
  ])('%s', (...[, from, hash, companions]) => {
    expect(toPrepared(fields, from, hash).companions).toEqual(companions);
  });

  it('never writes the embed code or the password to the document', () => {
    const written = toPrepared({ ...fields, password: 'secret-words' }, origin(''), 'sealed').fields;
    expect(Object.keys(written)).not.toContain('iframe_url');
    expect(Object.keys(written)).not.toContain('password');
  });
});
