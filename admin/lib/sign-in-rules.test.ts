import { invalid } from '@frontage/model/messages';
import { describe, expect, it } from 'vitest';
import { checkCredentials } from './sign-in-rules.ts';

describe('checkCredentials', () => {
  it.each([
    [{ email: ' ada@example.com ', password: 'x' }, { credentials: { email: 'ada@example.com', password: 'x' } }],
    [{ email: '', password: '' }, { errors: { email: invalid.emailRequired, password: invalid.passwordRequired } }],
    [{ email: 'ada', password: 'x' }, { errors: { email: invalid.email } }],
  ])('validates %j', (typed, expected) => {
    expect(checkCredentials(typed)).toEqual(expected);
  });
});
