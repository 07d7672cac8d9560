import { expect, it } from 'vitest';
import { gatherWrites, type Work } from './gather-writes.ts';

/** Work that ends when it is told to. */
function byHand(fails: Partial<Record<keyof Work, boolean>> = {}) {
  const seen: string[] = [];
  const may = Promise.withResolvers<void>();
  const outcome = (step: keyof Work) => (fails[step] ? Promise.reject(new Error(step)) : Promise.resolve());
  const keep = gatherWrites({
    async bring(ids) {
      seen.push(`bring ${[...ids].join(' ')}`);
      await may.promise;
      await outcome('bring');
    },
    async begin() {
      seen.push('begin');
      await outcome('begin');
      return () => Promise.resolve(void seen.push('end'));
    },
    abandon: () => Promise.resolve(void seen.push('abandon')),
  });
  return { keep, seen, finish: () => may.resolve() };
}

const ids = (from: number, count: number) => Array.from({ length: count }, (_, n) => String(from + n));

it('a few writes wait for what is done about them, and go together meanwhile', async () => {
  const { keep, seen, finish } = byHand();
  const all = ['a', 'b', 'c', 'b'].map((id) => keep(id));
  finish();
  await Promise.all(all);
  expect(seen).toEqual(['bring a', 'bring b c']);
});

it('of many all but one are let go, also what comes then, and it is done once for all', async () => {
  const { keep, seen, finish } = byHand();
  const first = keep('first');
  const many = ids(0, 40).map((id) => keep(id));
  finish();
  await first;
  await Promise.all(many.slice(1));
  // Nothing is done yet: as many more are let go at once.
  await Promise.all(ids(40, 400).map((id) => keep(id)));
  expect(seen).toEqual(['bring first', 'begin']);
  await many[0];
  expect(seen).toEqual(['bring first', 'begin', `bring ${ids(0, 440).join(' ')}`, 'end']);
});

it.each([
  // Until few are left, which need not be gathered.
  ['begin', 24, ['begin', 'abandon', 'begin', 'abandon']],
  ['bring', 1, ['begin', `bring ${ids(0, 40).join(' ')}`, 'abandon']],
] as const)('whoever stayed fails where %s does', async (step, failed, then) => {
  const { keep, seen, finish } = byHand({ [step]: true });
  finish();
  const first = keep('first').catch(() => undefined);
  const many = ids(0, 40).map((id) => keep(id));
  await first;
  const outcomes = await Promise.allSettled(many);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(failed);
  expect(seen.slice(1, 1 + then.length)).toEqual(then);
});
