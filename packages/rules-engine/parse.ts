import type { Problem } from './issue.ts';
import { parseExpression } from './parse-expression.ts';
import type { Allow, FunctionDeclaration, Let, Match, PatternSegment, Service, SyntaxTree, Verb } from './syntax.ts';
import type { TokenCursor } from './token-cursor.ts';
import { tokenCursor } from './token-cursor.ts';
import { tokenize } from './tokenize.ts';

export type Parsed<T> = { readonly ok: true; readonly tree: T } | { readonly ok: false; readonly problem: Problem };

const VERBS: readonly string[] = ['get', 'list', 'create', 'update', 'delete', 'read', 'write'] satisfies Verb[];
const SERVICES: readonly string[] = ['cloud.firestore', 'firebase.storage'] satisfies Service['name'][];
const STATEMENT_ENDS = ['}', 'service', 'match', 'allow', 'function', 'let', 'return'];
const MAX_MATCH_DEPTH = 10;

/** Parses a rules file. Returns the tree, or the first syntax error. */
export function parse(source: string): Parsed<SyntaxTree> {
  const cursor = tokenCursor(tokenize(source));
  const tree = parseFile(cursor);
  const problem = cursor.problem();
  return problem === null ? { ok: true, tree } : { ok: false, problem };
}

function parseFile(cursor: TokenCursor): SyntaxTree {
  let version: SyntaxTree['version'] = '1';
  if (cursor.accept('rules_version')) {
    cursor.expect('=', 'after rules_version');
    const token = cursor.expectKind('string', "'1' or '2'");
    if (token.value === '2') version = '2';
    else if (token.value !== '1') cursor.fail(`Unknown rules_version ${token.text}`, token.start);
    endStatement(cursor, 'after the version');
  }
  const functions: FunctionDeclaration[] = [];
  const services: Service[] = [];
  do {
    if (cursor.isAt('function')) functions.push(parseFunction(cursor));
    else services.push(parseService(cursor));
  } while (cursor.peek().kind !== 'end');
  if (services.length === 0) cursor.fail('Expected a service');
  return { version, functions, services };
}

function parseService(cursor: TokenCursor): Service {
  const { start } = cursor.expect('service', 'at the top of the file');
  const first = cursor.expectKind('name', 'the name of a service');
  cursor.expect('.', 'in the name of the service');
  const name = `${first.text}.${cursor.expectKind('name', 'the rest of the name').text}`;
  if (!isService(name)) cursor.fail(`Unknown service "${name}"`, first.start);
  cursor.expect('{', 'after the service');
  const body: (FunctionDeclaration | Match)[] = [];
  while (!cursor.accept('}')) {
    if (cursor.isAt('function')) body.push(parseFunction(cursor));
    else if (cursor.isAt('match')) body.push(parseMatch(cursor, 1));
    else {
      cursor.fail('Expected "match", "function" or "}" in a service');
      break;
    }
  }
  return { name: isService(name) ? name : 'cloud.firestore', body, start, end: cursor.end() };
}

function parseMatch(cursor: TokenCursor, depth: number): Match {
  const { start } = cursor.expect('match', 'here');
  if (depth > MAX_MATCH_DEPTH) cursor.fail(`match blocks nest at most ${MAX_MATCH_DEPTH} deep`, start);
  const pattern: PatternSegment[] = [];
  while (cursor.accept('/')) pattern.push(patternSegment(cursor.expectKind('segment', 'a path segment').text));
  if (pattern.length === 0) cursor.fail('Expected a path after "match"');
  cursor.expect('{', 'after the path');
  const body: Match['body'][number][] = [];
  while (!cursor.accept('}')) {
    if (cursor.isAt('allow')) body.push(parseAllow(cursor));
    else if (cursor.isAt('function')) body.push(parseFunction(cursor));
    else if (cursor.isAt('match')) body.push(parseMatch(cursor, depth + 1));
    else {
      cursor.fail('Expected "allow", "match", "function" or "}" in a match');
      break;
    }
  }
  return { kind: 'match', pattern, body, start, end: cursor.end() };
}

function patternSegment(text: string): PatternSegment {
  const wildcard = /^\{\s*(\w+)\s*(=\s*\*\*)?\s*\}$/.exec(text);
  if (wildcard?.[1] === undefined) return { kind: 'text', text };
  return { kind: wildcard[2] === undefined ? 'one' : 'rest', name: wildcard[1] };
}

function parseAllow(cursor: TokenCursor): Allow {
  const { start } = cursor.expect('allow', 'here');
  const verbs: Verb[] = [];
  do {
    const token = cursor.expectKind('name', 'a method');
    if (isVerb(token.text)) verbs.push(token.text);
    else cursor.fail(`Unknown method "${token.text}": use ${VERBS.join(', ')}`, token.start);
  } while (cursor.accept(','));
  let condition: Allow['condition'] = null;
  if (cursor.accept(':')) {
    cursor.expect('if', 'after ":"');
    condition = parseExpression(cursor);
  }
  endStatement(cursor, 'after the rule');
  return { kind: 'allow', verbs, condition, start, end: cursor.end() };
}

function parseFunction(cursor: TokenCursor): FunctionDeclaration {
  const { start } = cursor.expect('function', 'here');
  const name = cursor.expectKind('name', 'the name of the function').text;
  cursor.expect('(', 'after the name of the function');
  const parameters: string[] = [];
  while (!cursor.accept(')')) {
    if (parameters.length > 0) cursor.expect(',', 'between the parameters');
    const token = cursor.expectKind('name', 'the name of a parameter');
    if (token.kind === 'end') break;
    parameters.push(token.text);
  }
  cursor.expect('{', 'before the body of the function');
  const lets: Let[] = [];
  while (cursor.isAt('let')) lets.push(parseLet(cursor));
  cursor.expect('return', 'in the function');
  const result = parseExpression(cursor);
  endStatement(cursor, 'after the result');
  cursor.expect('}', 'after the function');
  return { kind: 'function', name, parameters, lets, result, start, end: cursor.end() };
}

/** A semicolon is optional before the end of a block and before another statement. */
function endStatement(cursor: TokenCursor, after: string): void {
  if (!STATEMENT_ENDS.some(cursor.isAt)) cursor.expect(';', after);
}

function parseLet(cursor: TokenCursor): Let {
  const { start } = cursor.next();
  const name = cursor.expectKind('name', 'the name of the variable').text;
  cursor.expect('=', 'after the name of the variable');
  const value = parseExpression(cursor);
  endStatement(cursor, 'after the variable');
  return { name, value, start, end: cursor.end() };
}

const isVerb = (text: string): text is Verb => VERBS.includes(text);
const isService = (text: string): text is Service['name'] => SERVICES.includes(text);
