import { image, type Field } from '@frontage/model/kinds/field';
import { type Kind, kindNames, kindOf, kinds } from '@frontage/model/kinds/kinds';
import { expect, it } from 'vitest';
import { costWithoutFields, generateAffordableRules, ruleCost } from '../../../cli/content/kind-costs.ts';
import { attacks } from './attacks.ts';
import { permissionMatrix } from './permission-matrix.ts';
import { decide, prepare, type Result } from './run-in-engine.ts';
import { rulesetOf, rulesSource } from './ruleset.ts';

const source = rulesSource('firestore.rules');
const ruleset = rulesetOf(source);
const results = [...permissionMatrix, ...Object.values(attacks).flat()].map((attackCase) => {
  const prepared = prepare(attackCase);
  return { collections: prepared.requests.map(({ path }) => path.split('/')[0] ?? ''), ...decide(ruleset, prepared) };
});

/** The largest cost of allowed writes of documents of a kind. */
function measured(kind: Kind): Record<'expressions' | 'accessCalls', number> {
  const own = results.filter(
    ({ allowed, collections }) => allowed && collections.some((name) => kindOf(name) === kind),
  );
  const isWrite = ({ expressions: { operation } }: Result) =>
    /^(?:create|update) /.test(operation) && kindOf(operation.split(/[ /]/)[1] ?? '') === kind;
  return {
    expressions: Math.max(...own.filter(isWrite).map(({ expressions }) => expressions.most)),
    accessCalls: Math.max(...own.map(({ accessCalls }) => accessCalls.batch)),
  };
}

it.each(kindNames)('the calculated cost of the kind %s is not exceeded by a write', (kind) => {
  const [limit, { expressions, accessCalls }] = [ruleCost(source, kind, kinds[kind]), measured(kind)];
  expect(expressions).toBeLessThanOrEqual(limit.expressions);
  expect(accessCalls).toBeLessThanOrEqual(limit.accessCalls);
});

// The attacks contain the most expensive writes of these kinds.
it.each(['page', 'demo', 'section'] as const)('the most expensive write of the kind %s nearly reaches it', (kind) => {
  expect(measured(kind).expressions).toBeGreaterThan(ruleCost(source, kind, kinds[kind]).expressions - 25);
});

it('every allowed operation evaluates fewer than 700 expressions', () => {
  const allowed = results.filter((result) => result.allowed).map(({ expressions }) => expressions.most);
  expect(Math.max(...allowed)).toBeLessThan(700);
});

const withImages = (count: number) => {
  const images = Array.from({ length: count }, (_, index): [string, Field] => [
    `image_${String(index)}`,
    image({ label: `Image ${String(index)}` }),
  ]);
  const section = { ...kinds.section, fields: { ...kinds.section.fields, ...Object.fromEntries(images) } };
  return generateAffordableRules(source, { ...kinds, section });
};

it('refuses a kind above the limit of expressions with the first field that is too much', () => {
  expect(costWithoutFields(kinds.section).expressions).toBeLessThan(200);
  expect(withImages(5)).toContain("'image_4'");
  expect(() => withImages(20)).toThrow(/"section" need \d+ expressions, more than 700: from the field "image_\d+" on/);
});
