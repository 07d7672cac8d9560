import { worstCase } from '@frontage/rules-engine/worst-case';
import type { KindDefinition, Policy } from '@frontage/model/kinds/kind';
import { generateRules, validityFunction } from '@frontage/model/kinds/rules';

// Firestore evaluates at most 1,000 expressions for one operation and 20 document access calls for one batch. These limits
// leave the rest to rules of later versions.
const limits = { expressions: 700, accessCalls: 15 };

interface RuleCost {
  expressions: number;
  accessCalls: number;
}

/** The cost of rights, stamps and origin, measured with all callers; tests/rules/product/kind-costs.test.ts repeats it. */
const rightsCost: Readonly<Record<Policy, number>> = { articles: 270, sections: 180, admin: 180 };
const [addressCost, embedCost] = [35, 60];

/** The worst case of a document's creation or update without the conditions of its fields. */
export const costWithoutFields = ({ policy, address, hasEmbed }: KindDefinition): RuleCost => ({
  expressions: rightsCost[policy] + (address === null ? 0 : addressCost) + (hasEmbed ? embedCost : 0),
  accessCalls: hasEmbed ? 14 : address === null ? 8 : 10,
});

/** The worst case of a kind in generated rules: expressions of one operation, access calls of one batch. */
export function ruleCost(rules: string, name: string, kind: KindDefinition): RuleCost {
  const [fixed, fields] = [costWithoutFields(kind), worstCase(rules, validityFunction(name))];
  return {
    expressions: fixed.expressions + fields.expressions,
    accessCalls: fixed.accessCalls + fields.accessCalls,
  };
}

const exceeded = ({ expressions, accessCalls }: RuleCost): string | null => {
  if (expressions > limits.expressions)
    return `${String(expressions)} expressions, more than ${String(limits.expressions)}`;
  return accessCalls > limits.accessCalls
    ? `${String(accessCalls)} document access calls, more than ${String(limits.accessCalls)}`
    : null;
};

/**
 * Generates the rules of kinds into the text of firestore.rules. @throws if those of a kind are too expensive, with the
 * name of the first field above the limit.
 */
export function generateAffordableRules(source: string, kinds: Readonly<Record<string, KindDefinition>>): string {
  const rules = generateRules(source, kinds);
  for (const [name, kind] of Object.entries(kinds)) {
    const total = exceeded(ruleCost(rules, name, kind));
    if (total === null) continue;
    const names = Object.keys(kind.fields);
    const first = names.find((_, index) => {
      const fields = Object.fromEntries(names.slice(0, index + 1).map((field) => [field, kind.fields[field]]));
      const part = { ...kind, nameField: names[0], fields } as KindDefinition;
      return exceeded(ruleCost(generateRules(source, { ...kinds, [name]: part }), name, part)) !== null;
    });
    throw new Error(
      `The rules of "${name}" need ${total}: from the field "${String(first)}" on it has too many fields`,
    );
  }
  return rules;
}
