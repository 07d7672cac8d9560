import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHttpUrl, isSitePath } from './url.ts';
import { badAddresses, badPaths, goodAddresses, goodPaths } from './url.fixture.ts';

// All platforms of the model have this class, but the type libraries of the model contain no platform.
declare const URL: {
  canParse(value: string): boolean;
  new (value: string, base?: string): Record<'protocol' | 'username' | 'password' | 'host' | 'hostname', string>;
};

describe('isHttpUrl', () => {
  it.each(goodAddresses)('accepts %j', (address) => {
    expect([isHttpUrl(address), URL.canParse(address)]).toEqual([true, true]);
  });

  it.each([...badAddresses, ...goodPaths, ...badPaths])('rejects %j', (address) => {
    expect(isHttpUrl(address)).toBe(false);
  });

  it('accepts only URLs that the platform parser accepts', () => {
    const part = fc.string({
      unit: fc.constantFrom(...'abz019.-_:/?#@%[]\\ \t"<>&=AZ'.split(''), 'ä', '%41', '例', '.com'),
      maxLength: 24,
    });
    fc.assert(
      fc.property(fc.constantFrom('http://', 'https://', 'HTTPS://', 'https:/', ''), part, (scheme, rest) => {
        const address = `${scheme}${rest}`;
        if (!isHttpUrl(address)) return;
        const { protocol, username, password, hostname } = new URL(address);
        expect(['http:', 'https:']).toContain(protocol);
        expect([username, password]).toEqual(['', '']);
        expect(hostname).not.toBe('');
      }),
      { numRuns: 20_000 },
    );
  });

  it('checks long invalid input quickly', () => {
    const hosts = ['a.'.repeat(1_000), 'a-'.repeat(1_000), '1.'.repeat(1_000), `${'a'.repeat(2_000)}!`];
    expect(hosts.map((host) => isHttpUrl(`https://${host} `))).toEqual([false, false, false, false]);
  });
});

describe('isSitePath', () => {
  it.each(goodPaths)('accepts %j', (path) => {
    expect(isSitePath(path)).toBe(true);
    expect(new URL(path, 'https://site.example').host).toBe('site.example');
  });

  it.each([...badPaths, ...badAddresses])('rejects %j', (path) => {
    expect(isSitePath(path)).toBe(false);
  });
});
