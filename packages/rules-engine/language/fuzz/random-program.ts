import type { Allow, FunctionDeclaration, Match, PatternSegment, SyntaxTree, Verb } from '../../syntax.ts';
import type { Random } from './random.ts';
import type { AvailableNames } from './random-expression.ts';
import { expressionSource } from './random-expression.ts';

const AT = { start: 0, end: 0 };
const VERBS: readonly Verb[] = ['get', 'list', 'create', 'update', 'delete', 'read', 'write'];
const NO_NAMES: AvailableNames = { variables: [], functions: [] };

/** A random rules file with functions, nested matches and wildcards, mostly in typical forms. */
export function randomProgram(random: Random): SyntaxTree {
  let names = 0;
  const fresh = (prefix: string): string => `${prefix}${names++}`;

  /** Functions only call earlier ones, because recursion is refused. */
  function functionsFor(outer: AvailableNames): { declared: FunctionDeclaration[]; inner: AvailableNames } {
    const declared: FunctionDeclaration[] = [];
    let inner = outer;
    for (const _ of random.many(0, 2, () => null)) {
      const declaration = randomFunction(inner);
      declared.push(declaration);
      const entry = { name: declaration.name, parameters: declaration.parameters.length };
      inner = { ...inner, functions: [...inner.functions, entry] };
    }
    return { declared, inner };
  }

  function randomFunction(outer: AvailableNames): FunctionDeclaration {
    const parameters = random.many(0, 2, () => fresh('p'));
    let inner: AvailableNames = { ...outer, variables: [...outer.variables, ...parameters] };
    const lets = random.many(0, 2, () => {
      const value = expressionSource(random, inner).any(2);
      const name = fresh('v');
      inner = { ...inner, variables: [...inner.variables, name] };
      return { ...AT, name, value };
    });
    const result = expressionSource(random, inner).of(random.pick(['bool', 'bool', 'int', 'map']), 3);
    return { ...AT, kind: 'function', name: fresh('f'), parameters, lets, result };
  }

  function randomMatch(outer: AvailableNames, depth: number): Match {
    const pattern = randomPattern(depth);
    const wildcards = pattern.flatMap((segment) => (segment.kind === 'text' ? [] : [segment.name]));
    const { declared, inner } = functionsFor({ ...outer, variables: [...outer.variables, ...wildcards] });
    const body = [
      ...declared,
      ...random.many(0, 3, () => randomAllow(inner)),
      ...(depth > 0 ? random.many(0, 2, () => randomMatch(inner, depth - 1)) : []),
    ];
    return { ...AT, kind: 'match', pattern, body };
  }

  function randomPattern(depth: number): PatternSegment[] {
    if (random.chance(0.2)) return [{ kind: 'rest', name: fresh('w') }];
    if (random.chance(0.1)) {
      return [
        { kind: 'rest', name: fresh('w') },
        { kind: 'text', text: 'b' },
        { kind: 'one', name: fresh('w') },
      ];
    }
    const collection = depth === 0 ? 'b' : random.pick(['a', 'b', 'my-collection', 'x.y']);
    const id: PatternSegment = random.chance(0.8) ? { kind: 'one', name: fresh('w') } : { kind: 'text', text: '1' };
    return [{ kind: 'text', text: collection }, id];
  }

  function randomAllow(available: AvailableNames): Allow {
    const verbs = [...new Set(random.many(1, 3, () => random.pick(VERBS)))];
    const condition = random.chance(0.1) ? null : expressionSource(random, available).of('bool', 4);
    return { ...AT, kind: 'allow', verbs, condition };
  }

  const { declared, inner } = functionsFor(NO_NAMES);
  const documents: Match = {
    ...AT,
    kind: 'match',
    pattern: [
      { kind: 'text', text: 'databases' },
      { kind: 'one', name: 'database' },
      { kind: 'text', text: 'documents' },
    ],
    body: random.many(1, 3, () => randomMatch({ ...inner, variables: ['database'] }, 1)),
  };
  return {
    version: random.chance(0.95) ? '2' : '1',
    functions: declared,
    services: [{ ...AT, name: 'cloud.firestore', body: [documents] }],
  };
}
