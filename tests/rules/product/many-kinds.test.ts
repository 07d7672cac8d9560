import { kinds } from '@frontage/model/kinds/kinds';
import { page } from '@frontage/model/kinds/page';
import { generateRules } from '@frontage/model/kinds/rules';
import { describe, expect, it } from 'vitest';
import { attacks } from './attacks.ts';
import { permissionMatrix } from './permission-matrix.ts';
import { decide, prepare } from './run-in-engine.ts';
import { rulesetOf, rulesSource } from './ruleset.ts';

const source = rulesSource('firestore.rules');
const more = Array.from({ length: 30 }, (_, index) => {
  const name = `kind${String.fromCharCode(97 + (index % 26))}${String(index)}`;
  return [name, { ...page, collection: `${name}_entries` }] as const;
});
const generated = generateRules(source, { ...kinds, ...Object.fromEntries(more) });
const [own, many] = [rulesetOf(source), rulesetOf(generated)];

describe('rules with thirty more kinds', () => {
  it('have the rules of each one', () => {
    for (const [, { collection }] of more) expect(generated).toContain(`match /${collection}/{id} {`);
  });

  it.each<[string, typeof permissionMatrix]>([['the permission matrix', permissionMatrix], ...Object.entries(attacks)])(
    'decide %s as before, with the same access calls',
    (_, cases) => {
      const differing = cases.filter((attackCase) => {
        const prepared = prepare(attackCase);
        const [before, after] = [decide(own, prepared), decide(many, prepared)];
        return before.allowed !== after.allowed || before.accessCalls.batch !== after.accessCalls.batch;
      });
      expect(differing.map(({ name }) => name)).toEqual([]);
    },
  );
});
