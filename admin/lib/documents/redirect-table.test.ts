import fc from 'fast-check';
import { expect, it } from 'vitest';
import { intermediatePaths, normalizeRedirects } from './redirects.ts';

/** Parses lines such as `/a /b 302`; a path without a target is a removed redirect. */
const parse = (lines: readonly string[]) =>
  lines.map((line) => {
    const [from = '', to = '', status = '301'] = line.split(' ');
    return { from, to, status: status === '302' ? (302 as const) : (301 as const) };
  });
const stored = (lines: readonly string[]) => parse(lines).map((one) => ({ ...one, to: one.to === '' ? null : one.to }));
const show = (redirects: readonly { from: string; to: string; status: number }[]): string[] =>
  redirects.map(({ from, to, status }) => `${from} ${to}${status === 302 ? ' 302' : ''}`);

it.each<[string, string[], string[], string[], string[]]>([
  ['a new redirect', [], ['/a /b'], ['/a /b'], []],
  ['an unchanged redirect', ['/a /b'], ['/a /b'], [], []],
  ['a changed target', ['/a /b'], ['/a /c'], ['/a /c'], []],
  ['a changed status', ['/a /b'], ['/a /b 302'], ['/a /b 302'], []],
  ['a removed redirect', ['/a'], ['/a /b'], ['/a /b'], []],
  ['a redirect to another redirect', ['/b https://c.example/'], ['/a /b'], ['/a https://c.example/'], []],
  ['a redirect to a removed redirect', ['/b'], ['/a /b'], ['/a /b'], []],
  ['a redirect from the target of another', ['/a /b'], ['/b /c'], ['/a /c', '/b /c'], []],
  ['a temporary redirect from the target of another', ['/a /b'], ['/b /c 302'], ['/a /c 302', '/b /c 302'], []],
  ['a chain', [], ['/a /b', '/b /c', '/c /d?x#y'], ['/a /d?x#y', '/b /d?x#y', '/c /d?x#y'], []],
  ['a chain through an existing page', [], ['/a /stands', '/stands /c'], ['/a /stands', '/stands /c'], []],
  ['a redirect to itself', [], ['/a /a/'], [], ['/a /a/']],
  ['a loop with a stored redirect', ['/a /b'], ['/b /a?x'], [], ['/b /a?x']],
  ['a loop of several redirects', [], ['/a /b', '/b /c', '/c /a', '/d /a'], ['/b /a', '/c /a', '/d /a'], ['/a /b']],
  ['two redirects from one path', [], ['/a /b', '/a /c'], ['/a /c'], []],
])('normalizes %s', (...[, before, wanted, writes, loops]) => {
  const settled = normalizeRedirects(parse(wanted), { stored: stored(before), standing: new Set(['/stands']) });
  expect(show(settled.writes)).toEqual(writes);
  expect(show(settled.circles)).toEqual(loops);
});

it('never creates a redirect to another redirect', () => {
  const address = fc.constantFrom('/a', '/b', '/c', '/d', '/e');
  const one = fc.record({ from: address, to: address, status: fc.constantFrom(301 as const, 302 as const) });
  const batches = fc.array(fc.array(one, { maxLength: 5 }), { maxLength: 4 });
  fc.assert(
    fc.property(batches, (all) => {
      const table = new Map<string, { from: string; to: string; status: 301 | 302 }>();
      for (const wanted of all) {
        const { writes } = normalizeRedirects(wanted, { stored: table.values(), standing: new Set() });
        for (const write of writes) table.set(write.from, write);
      }
      expect([...table.values()].filter(({ to }) => table.has(to))).toEqual([]);
    }),
  );
});

it('lists the paths in the middle of redirect chains', () => {
  expect(intermediatePaths(parse(['/a /b?x']), stored(['/b /c', '/d /e', '/f']))).toEqual(['/b']);
});
