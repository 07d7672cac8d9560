import fc from 'fast-check';
import { expect, it } from 'vitest';
import { passedAddresses, settleRedirects } from './redirect-table.ts';

/** `/a /b 302` and so on; nothing but an address for one that was removed. */
const parse = (lines: readonly string[]) =>
  lines.map((line) => {
    const [from = '', to = '', status = '301'] = line.split(' ');
    return { from, to, status: status === '302' ? (302 as const) : (301 as const) };
  });
const stored = (lines: readonly string[]) => parse(lines).map((one) => ({ ...one, to: one.to === '' ? null : one.to }));
const show = (redirects: readonly { from: string; to: string; status: number }[]): string[] =>
  redirects.map(({ from, to, status }) => `${from} ${to}${status === 302 ? ' 302' : ''}`);

it.each<[string, string[], string[], string[], string[]]>([
  ['a new one', [], ['/a /b'], ['/a /b'], []],
  ['the same again', ['/a /b'], ['/a /b'], [], []],
  ['another target', ['/a /b'], ['/a /c'], ['/a /c'], []],
  ['another status', ['/a /b'], ['/a /b 302'], ['/a /b 302'], []],
  ['one that was removed', ['/a'], ['/a /b'], ['/a /b'], []],
  ['to one that leads on', ['/b https://c.example/'], ['/a /b'], ['/a https://c.example/'], []],
  ['to one that was removed', ['/b'], ['/a /b'], ['/a /b'], []],
  ['from where one leads', ['/a /b'], ['/b /c'], ['/a /c', '/b /c'], []],
  ['from where one leads for now', ['/a /b'], ['/b /c 302'], ['/a /c 302', '/b /c 302'], []],
  ['a chain', [], ['/a /b', '/b /c', '/c /d?x#y'], ['/a /d?x#y', '/b /d?x#y', '/c /d?x#y'], []],
  ['through where something stands', [], ['/a /stands', '/stands /c'], ['/a /stands', '/stands /c'], []],
  ['to itself', [], ['/a /a/'], [], ['/a /a/']],
  ['a circle with what is stored', ['/a /b'], ['/b /a?x'], [], ['/b /a?x']],
  ['a circle of several', [], ['/a /b', '/b /c', '/c /a', '/d /a'], ['/b /a', '/c /a', '/d /a'], ['/a /b']],
  ['two from one address', [], ['/a /b', '/a /c'], ['/a /c'], []],
])('%s', (...[, before, wanted, writes, circles]) => {
  const settled = settleRedirects(parse(wanted), { stored: stored(before), standing: new Set(['/stands']) });
  expect(show(settled.writes)).toEqual(writes);
  expect(show(settled.circles)).toEqual(circles);
});

it('whatever is wanted, nothing leads to what leads on', () => {
  const address = fc.constantFrom('/a', '/b', '/c', '/d', '/e');
  const one = fc.record({ from: address, to: address, status: fc.constantFrom(301 as const, 302 as const) });
  const batches = fc.array(fc.array(one, { maxLength: 5 }), { maxLength: 4 });
  fc.assert(
    fc.property(batches, (all) => {
      const table = new Map<string, { from: string; to: string; status: 301 | 302 }>();
      for (const wanted of all) {
        const { writes } = settleRedirects(wanted, { stored: table.values(), standing: new Set() });
        for (const write of writes) table.set(write.from, write);
      }
      expect([...table.values()].filter(({ to }) => table.has(to))).toEqual([]);
    }),
  );
});

it('what redirects lead through is asked whether it stands', () => {
  expect(passedAddresses(parse(['/a /b?x']), stored(['/b /c', '/d /e', '/f']))).toEqual(['/b']);
});
