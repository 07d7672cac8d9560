import { printExpression } from './print-expression.ts';
import type { Allow, FunctionDeclaration, Match, PatternSegment, SyntaxTree } from './syntax.ts';

/** The source of a tree in a standard layout. Parsing it returns the same tree, except for comments and positions. */
export function print(tree: SyntaxTree): string {
  const blocks = [
    ...(tree.version === '2' ? ["rules_version = '2';"] : []),
    ...tree.functions.map((declaration) => functionText(declaration).join('\n')),
    ...tree.services.map(({ name, body }) => block(`service ${name}`, body).join('\n')),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function block(head: string, body: Match['body']): string[] {
  return [`${head} {`, ...indent(body.flatMap(itemText)), '}'];
}

const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

function itemText(item: Match['body'][number]): string[] {
  switch (item.kind) {
    case 'allow':
      return [allowText(item)];
    case 'function':
      return functionText(item);
    case 'match':
      return block(`match ${item.pattern.map(patternText).join('')}`, item.body);
  }
}

function allowText({ verbs, condition }: Allow): string {
  return `allow ${verbs.join(', ')}${condition === null ? '' : `: if ${printExpression(condition)}`};`;
}

function functionText({ name, parameters, lets, result }: FunctionDeclaration): string[] {
  return [
    `function ${name}(${parameters.join(', ')}) {`,
    ...indent(lets.map((binding) => `let ${binding.name} = ${printExpression(binding.value)};`)),
    ...indent([`return ${printExpression(result)};`]),
    '}',
  ];
}

function patternText(segment: PatternSegment): string {
  if (segment.kind === 'text') return `/${segment.text}`;
  return segment.kind === 'one' ? `/{${segment.name}}` : `/{${segment.name}=**}`;
}
