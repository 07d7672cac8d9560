import { describe, expect, it } from 'vitest';
import { badPorts, findUnusablePort, isReachableFromNetwork, portsFrom } from './ports.ts';

describe('ports', () => {
  it.each([...badPorts])('badPorts contains %i, which fetch refuses', async (port) => {
    const refused = await fetch(`http://127.0.0.1:${port}/`).catch((error: unknown) => error);
    expect(refused).toMatchObject({ cause: { message: 'bad port' } });
  });

  it.each([
    [6000, '127.0.0.1', 'port 6000 (site)'],
    [5995, '127.0.0.1', 'port 6000 (auth)'],
    [25000, '203.0.113.1', '--host 203.0.113.1 is not an address'],
    [25000, 'nowhere.invalid', '--host nowhere.invalid cannot be found'],
  ])('names the unusable port or host for base %i on %s', async (base, host, what) => {
    const failure = await findUnusablePort(portsFrom(base), host);
    expect(failure?.what).toContain(what);
    expect(failure?.next).toMatch(/--port \d+|--host/);
  });

  it.each([
    ['127.0.0.1', false],
    ['127.8.0.1', false],
    ['localhost', false],
    ['::1', false],
    ['0.0.0.0', true],
    ['::', true],
    ['192.168.1.4', true],
  ])('isOpen(%j) returns %s', (host, open) => {
    expect(isReachableFromNetwork(host)).toBe(open);
  });
});
