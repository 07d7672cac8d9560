import { durations } from '@frontage/model/limits';
import { describe, expect, it } from 'vitest';
import { hashPassword, issueToken, verifyPassword, verifyToken } from './demo-secrets.ts';

const secret = 'a secret of at least thirty-two characters';
const now = new Date('2026-01-01T00:00:00Z');
const grant = { demoId: 'd1', hash: '$argon2id$one', now };
const later = (ms: number) => ({ ...grant, now: new Date(now.getTime() + ms) });

describe('an access token', () => {
  const token = issueToken(secret, grant);
  const [expiry = '', mac = ''] = token.split('.');

  it.each<[string, boolean, string, Parameters<typeof verifyToken>[1]]>([
    ['as issued', true, token, grant],
    ['before its expiry', true, token, later(durations.demoAccess - 1)],
    ['at its expiry', false, token, later(durations.demoAccess)],
    ['for another demo', false, token, { ...grant, demoId: 'd2' }],
    ['after a password change', false, token, { ...grant, hash: '$argon2id$two' }],
    ['with a later expiry', false, `${Number(expiry) + 1}.${mac}`, grant],
    ['with a truncated code', false, token.slice(0, -1), grant],
    ['without a code', false, `${expiry}.`, grant],
    ['if it is empty', false, '', grant],
    ['with too many digits in the expiry', false, `${'9'.repeat(16)}.${mac}`, grant],
  ])('is valid %s: %s', (_case, expected, ...[given, asked]) => {
    expect(verifyToken(secret, asked, given)).toBe(expected);
  });

  it('is invalid with another secret', () => {
    expect(verifyToken(`${secret}!`, grant, token)).toBe(false);
  });

  it('is refused for a short secret', () => {
    expect(() => issueToken('', grant)).toThrow('DEMO_TOKEN_SECRET');
  });

  it('distinguishes ids and hashes with the same concatenation', () => {
    const other = issueToken(secret, { ...grant, demoId: 'd1\n', hash: 'x' });
    expect(verifyToken(secret, { ...grant, demoId: 'd1', hash: '\nx' }, other)).toBe(false);
  });
});

describe('a password hash', () => {
  it('verifies only its password, and differs each time', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).not.toBe(two);
    expect(await verifyPassword('correct horse', one)).toBe(true);
    expect(await verifyPassword('correct horsf', one)).toBe(false);
  });

  it.each([null, '', 'plain', '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA', '$2b$10$abc'])(
    '%s verifies no password',
    async (hash) => {
      expect(await verifyPassword('', hash)).toBe(false);
    },
  );
});
