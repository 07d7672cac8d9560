import fc from 'fast-check';
import { expect, it } from 'vitest';
import { noClaims, applyClaimChanges, type Claimant } from './compose-addresses.ts';

const claimant = (id: string, fields: Partial<Claimant> = {}): Claimant => ({
  id,
  slug: 'about',
  is_published: true,
  created_at: '2026-01-01T00:00:00.000Z',
  ...fields,
});

const claimsOf = (...claimants: Claimant[]) =>
  applyClaimChanges(
    noClaims<Claimant>(),
    claimants.map((after) => ({ before: undefined, after })),
  );

const later = { created_at: '2026-02-01T00:00:00.000Z' };

it.each([
  ['assigns a slug to the oldest document', [claimant('b', later), claimant('a2')], 'a2', ['b']],
  ['assigns a slug by id between documents of the same age', [claimant('b'), claimant('a')], 'a', ['b']],
  ['ignores the slug of a draft', [claimant('b', later), claimant('a', { is_published: false })], 'b', []],
  ['refuses all but one of three claimants', [claimant('c', later), claimant('b'), claimant('a')], 'a', ['b', 'c']],
])('%s', (...[, claimants, holder, refused]) => {
  const claims = claimsOf(...claimants);
  expect(claims.holders.get('about')?.id).toBe(holder);
  expect([...claims.refused.keys()].sort()).toEqual(refused);
});

it('reassigns a slug when its holder takes another', () => {
  const [first, second] = [claimant('a'), claimant('b', later)];
  const claims = applyClaimChanges(claimsOf(first, second), [{ before: first, after: { ...first, slug: 'other' } }]);
  expect(claims.holders.get('about')).toBe(second);
  expect(claims.holders.get('other')?.id).toBe('a');
  expect(claims.refused.size).toBe(0);
});

it('is independent of the order of changes', () => {
  const version = fc.option(
    fc.record({
      slug: fc.constantFrom('x', 'y', 'z'),
      is_published: fc.boolean(),
      created_at: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'),
    }),
    { nil: undefined },
  );
  const edit = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), version);
  fc.assert(
    fc.property(fc.array(edit), (edits) => {
      const now = new Map<string, Claimant>();
      let claims = noClaims<Claimant>();
      for (const [id, fields] of edits) {
        const after = fields && { id, ...fields };
        claims = applyClaimChanges(claims, [{ before: now.get(id), after }]);
        if (after) now.set(id, after);
        else now.delete(id);
      }
      const fresh = claimsOf(...now.values());
      expect(Object.fromEntries(claims.holders)).toEqual(Object.fromEntries(fresh.holders));
      expect([...claims.refused.keys()].sort()).toEqual([...fresh.refused.keys()].sort());
    }),
  );
});
