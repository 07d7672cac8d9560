import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOfStep, decodeBase32, encodeBase32, generateSecret, stepAt, verifyCode } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

describe('codeOfStep and verifyCode', () => {
  // RFC 4226, appendix D.
  it.each([
    [0, '755224'],
    [1, '287082'],
    [2, '359152'],
    [3, '969429'],
    [4, '338314'],
    [5, '254676'],
    [6, '287922'],
    [7, '162583'],
    [8, '399871'],
    [9, '520489'],
  ])('computes the code of step %i of the RFC 4226 secret: %s', (step, code) => {
    expect(codeOfStep(SECRET, step)).toBe(code);
  });

  // RFC 6238, appendix B: eight digits there, the last six here.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('computes the code at second %i of the RFC 6238 secret: %s', (second, code) => {
    expect(codeOfStep(SECRET, stepAt(second * 1_000))).toBe(code);
  });

  it.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('accepts a code %i steps away: %s', (steps, taken) => {
    const now = 1_700_000_000_000;
    const code = codeOfStep(SECRET, stepAt(now) + steps);
    expect(verifyCode(encodeBase32(SECRET), code, now)).toBe(taken);
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', ' 287082', '287082\n'])('refuses %j as a code', (text) => {
    expect(verifyCode(encodeBase32(SECRET), text, 59_000)).toBe(false);
  });

  it('refuses every code for a secret that is not base 32', () => {
    expect(verifyCode('not base 32!', '287082', 59_000)).toBe(false);
  });
});

describe('base 32', () => {
  // RFC 4648, section 10.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('encodes %j as %s', (text, encoded) => {
    expect(encodeBase32(Buffer.from(text))).toBe(encoded);
    expect(Buffer.from(decodeBase32(encoded) ?? []).toString()).toBe(text);
  });

  it('accepts lower case and padding', () => {
    expect(Buffer.from(decodeBase32('mzxw6===') ?? []).toString()).toBe('foo');
  });

  it('decodes any encoded bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(decodeBase32(encodeBase32(bytes))).toEqual(bytes);
      }),
    );
  });
});

describe('generateSecret', () => {
  it('returns unique secrets of 160 bits', () => {
    const secrets = Array.from({ length: 100 }, generateSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) expect(decodeBase32(secret)?.length).toBe(20);
  });
});
