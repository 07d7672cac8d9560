import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatLine, openLogFile, redact } from './log-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frontage-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = new Date('2026-01-02T03:04:05.678Z');
const line = (message: string) => ({ level: 'info', source: 'test', message, at }) as const;

describe('openLogFile', () => {
  it('writes one entry per line and makes the file readable only by its owner', () => {
    const path = join(folder, 'frontage.log');
    writeFileSync(path, 'earlier\n', { mode: 0o644 });
    const log = openLogFile({ path });
    log.write(line('one'));
    log.write({ ...line('two'), level: 'warn', source: 'firestore' });
    log.close();
    expect(readFileSync(path, 'utf8')).toBe(
      'earlier\n2026-01-02T03:04:05.678Z INFO  test: one\n2026-01-02T03:04:05.678Z WARN  firestore: two\n',
    );
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('keeps one earlier file and stays below twice its limit', () => {
    const path = join(folder, 'frontage.log');
    const log = openLogFile({ path, maxBytes: 2_000 });
    for (let index = 0; index < 200; index += 1) log.write(line(`entry ${index} ${'x'.repeat(50)}`));
    log.close();
    expect(readFileSync(path, 'utf8')).toContain('entry 199 ');
    for (const file of [path, `${path}.1`]) {
      expect(statSync(file).size).toBeLessThanOrEqual(2_000);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
  });

  it('drops lines instead of throwing when the file cannot be written', () => {
    const log = openLogFile({ path: join(folder, 'missing', 'frontage.log') });
    log.write(line('lost'));
    expect(() => log.close()).not.toThrow();
  });

  it('indents further lines and escapes control characters', () => {
    expect(formatLine(line('first\n2026 forged\u001b[2J'))).toBe(
      '2026-01-02T03:04:05.678Z INFO  test: first\n  2026 forged\\x1b[2J',
    );
  });

  it('cuts long messages', () => {
    expect(formatLine(line('x'.repeat(100_000))).length).toBeLessThan(5_000);
  });
});

describe('redact', () => {
  const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2ln';
  it.each([
    ['a token', `sent ${jwt} along`, 'sent [redacted] along'],
    ['a bearer header', 'Authorization: Bearer owner-123', 'Authorization: Bearer [redacted]'],
    ['a webhook secret', 'whsec_abc+/=', '[redacted]'],
    ['a password hash', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', '[redacted]'],
    [
      'the code of a link',
      'http://a/auth/action?mode=x&oobCode=ab-c&lang=en',
      'http://a/auth/action?mode=x&oobCode=[redacted]&lang=en',
    ],
    ['the token of an invite', 'http://a/auth/signup?token=abc', 'http://a/auth/signup?token=[redacted]'],
    ['a field of JSON', '{"idToken":"abc\\"d","page":"about"}', '{"idToken":"[redacted]","page":"about"}'],
    ['a known value', 'the key is s3cret!', 'the key is [redacted]'],
  ])('removes %s', (_name, text, expected) => {
    expect(redact(text, ['s3cret!', ''])).toBe(expected);
  });

  it('keeps ordinary text', () => {
    const text = '{"verifications":{"app":"MISSING","auth":"VALID"},"severity":"DEBUG"} code 404, /page/password?x=1';
    expect(redact(text)).toBe(text);
  });
});
