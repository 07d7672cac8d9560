import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

/**
 * Measures the structure of the source code: files, lines, shallow files, the import closure of the page editor, wide
 * option types, import cycles, large closures, folders that import each other, and document triggers. `--against DIR`
 * prints the figures of another checkout beside them.
 */
export async function run(args: string[]): Promise<void> {
  const against = args[args.indexOf('--against') + 1];
  const folders = args.includes('--against') && against !== undefined ? [against, process.cwd()] : [process.cwd()];
  const columns = await Promise.all(folders.map(measure));
  for (const label of Object.keys(columns.at(-1) ?? {})) {
    console.log(`${label.padEnd(72)} ${columns.map((column) => String(column[label]).padStart(7)).join(' ')}`);
  }
  if (args.includes('--list')) for (const line of await details(process.cwd())) console.log(line);
}

interface Source {
  path: string;
  text: string;
  lines: number;
  /** Paths of the product files that the file imports. */
  imports: string[];
}

const shallowLines = 40;
const maxCallbacks = 6;
const maxClosureLines = 100;
const pageEditor = 'admin/features/pages/page-editor.screen.tsx';

async function measure(folder: string): Promise<Record<string, number>> {
  const sources = readSources(folder);
  const { shallow, wide, cycles, closures } = analyze(sources);
  const isCore = (path: string): boolean => /^(pipeline|admin\/editing)\//.test(path);
  return {
    'product files': sources.size,
    'product lines': [...sources.values()].reduce((sum, { lines }) => sum + lines, 0),
    [`closures over ${maxClosureLines} lines in pipeline and admin/editing (goal 0)`]: closures.filter(isCore).length,
    [`closures over ${maxClosureLines} lines elsewhere`]: closures.filter((found) => !isCore(found)).length,
    'imports against the direction in admin/editing (goal 0)': opposed(sources, 'admin/editing').length,
    'imports against the direction in pipeline (goal 0)': opposed(sources, 'pipeline').length,
    'document triggers (goal ≤ 24)': await countTriggers(folder),
    'files that name a kind outside model/kinds and templates (goal ≤ 12)': (await namingKinds(folder, sources)).length,
    'collections written only for lists and search (goal 0)': countListCollections(sources),
    [`files of at most ${shallowLines} lines with one importer beside them (goal ≤ 25)`]: shallow.length,
    'import closure of the page editor (goal ≤ 170)': closureOf(sources, pageEditor).size,
    [`option types with more than ${maxCallbacks} callbacks (goal 0)`]: wide.length,
    'files in import cycles (goal 0)': cycles.length,
  };
}

async function details(folder: string): Promise<string[]> {
  const sources = readSources(folder);
  const { shallow, wide, cycles, closures } = analyze(sources);
  return [
    ...closures.map((found) => `closure: ${found}`),
    ...['admin/editing', 'pipeline'].flatMap((root) => opposed(sources, root)).map((found) => `opposed: ${found}`),
    ...shallow.map(({ path, importer }) => `shallow: ${path} (imported by ${importer})`),
    ...wide.map((name) => `wide: ${name}`),
    ...cycles.map((path) => `cycle: ${path}`),
    ...(await namingKinds(folder, sources)).map((path) => `names a kind: ${path}`),
  ];
}

/** Product files: sources without tests, fixtures, benchmarks, tools for checks and configuration files. */
function readSources(folder: string): Map<string, Source> {
  const tracked = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.astro', '*.mjs', '*package.json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const files = tracked.trim().split('\n');
  const packages = new Map<string, PackageExports>();
  for (const file of files.filter((path) => basename(path) === 'package.json')) {
    const { name, exports = {} } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      name?: string;
      exports?: Record<string, unknown>;
    };
    if (name?.startsWith('@frontage/')) packages.set(name, { folder: dirname(file), exports });
  }
  const product = files.filter(
    (path) =>
      /\.(tsx?|astro|mjs)$/.test(path) &&
      !/\.(test|suite|fixture|config|d)\.m?tsx?$|\.config\.mjs$/.test(path) &&
      !/^(tests|bench|language)\/|\/contract\//.test(path),
  );
  const known = new Set(product);
  const sources = new Map<string, Source>();
  for (const path of product) {
    const text = readFileSync(join(folder, path), 'utf8');
    const imports = importsOf(text)
      .map((specifier) => resolveImport({ path, specifier, packages, known }))
      .filter((found) => found !== undefined);
    sources.set(path, { path, text, lines: text.split('\n').length - 1, imports: [...new Set(imports)] });
  }
  return sources;
}

interface PackageExports {
  folder: string;
  /** The field `exports` of package.json: paths by subpath, of which `./*` stands for all others. */
  exports: Record<string, unknown>;
}

function importsOf(text: string): string[] {
  const code = text.startsWith('---') ? text.slice(3, text.indexOf('\n---', 3)) : text;
  return ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
}

function resolveImport(from: {
  path: string;
  specifier: string;
  packages: Map<string, PackageExports>;
  known: Set<string>;
}): string | undefined {
  const specifier = from.specifier.split('?')[0] ?? '';
  let target: string | undefined;
  if (specifier.startsWith('.')) target = normalize(join(dirname(from.path), specifier));
  if (specifier.startsWith('#cli/')) target = join('cli', specifier.slice('#cli/'.length));
  if (specifier === '#icons') target = 'admin/ui/icons/icons.tsx';
  for (const [name, { folder, exports }] of from.packages) {
    if (specifier !== name && !specifier.startsWith(`${name}/`)) continue;
    const subpath = specifier.slice(name.length + 1);
    const exported = exports[subpath === '' ? '.' : `./${subpath}`] ?? exports['./*'] ?? './*';
    target = join(folder, String(exported).replace('*', subpath));
  }
  if (target === undefined) return undefined;
  return ['', '.ts', '.tsx', '/index.ts'].map((ending) => target + ending).find((path) => from.known.has(path));
}

function analyze(sources: Map<string, Source>) {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of sources.values()) {
    for (const target of imports) importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  const shallow = [...sources.values()].flatMap(({ path, lines }) => {
    const [importer, ...others] = importers.get(path) ?? [];
    const isShallow =
      lines <= shallowLines && importer !== undefined && others.length === 0 && dirname(importer) === dirname(path);
    return isShallow ? [{ path, importer }] : [];
  });
  const cycles = [...sources.keys()].filter((path) => reachable(sources, path).has(path));
  const files = [...sources.values()];
  return { shallow, wide: files.flatMap(wideTypes), cycles, closures: files.flatMap(closuresIn) };
}

/**
 * Functions over `maxClosureLines` lines of which two inner functions use the same variable, with their lines. Decision
 * 050 argues those that remain in the rest of the admin.
 */
function closuresIn({ path, text }: Source): string[] {
  if (path.endsWith('.astro')) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body && ts.isBlock(node.body)) {
      const lines = lineAt(node.end) - lineAt(node.getStart()) + 1;
      if (lines > maxClosureLines && sharesVariables(node.body)) found.push(`${path} ${nameOf(node)} ${lines}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function nameOf(node: ts.Node): string {
  const named = [node, node.parent].find((each) => 'name' in each && each.name !== undefined);
  return named === undefined ? 'anonymous' : ((named as ts.NamedDeclaration).name?.getText() ?? 'anonymous');
}

function sharesVariables(body: ts.Block): boolean {
  const variables = new Set<string>();
  const inner: ts.Node[] = [];
  for (const statement of body.statements) {
    if (ts.isFunctionDeclaration(statement)) inner.push(statement);
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      const isFunction = initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
      if (isFunction) inner.push(initializer);
      else collectNames(name, variables);
    }
  }
  const uses = new Map<string, number>();
  for (const node of inner) {
    for (const name of namesIn(node)) if (variables.has(name)) uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  return [...uses.values()].some((count) => count > 1);
}

function collectNames(name: ts.BindingName, into: Set<string>): void {
  if (ts.isIdentifier(name)) into.add(name.text);
  else for (const element of name.elements) if (ts.isBindingElement(element)) collectNames(element.name, into);
}

function namesIn(node: ts.Node): Set<string> {
  const names = new Set<string>();
  const visit = (child: ts.Node): void => {
    if (ts.isIdentifier(child)) names.add(child.text);
    ts.forEachChild(child, visit);
  };
  visit(node);
  return names;
}

/** Of folders in `root` that import each other, the imports of the rarer direction. */
function opposed(sources: Map<string, Source>, root: string): string[] {
  const folderOf = (path: string): string | null => {
    if (!path.startsWith(`${root}/`)) return null;
    const [folder = '', file] = path.slice(root.length + 1).split('/');
    return file === undefined ? null : folder;
  };
  const between = new Map<string, string[]>();
  for (const { path, imports } of sources.values()) {
    for (const target of imports) {
      const [from, to] = [folderOf(path), folderOf(target)];
      if (from === null || to === null || from === to) continue;
      between.set(`${from} ${to}`, [...(between.get(`${from} ${to}`) ?? []), `${path} imports ${target}`]);
    }
  }
  return [...between].flatMap(([pair, imports]) => {
    const back = between.get(pair.split(' ').reverse().join(' ')) ?? [];
    const isRarer =
      imports.length < back.length || (imports.length === back.length && pair < pair.split(' ').reverse().join(' '));
    return isRarer ? imports : [];
  });
}

/** The functions that are called when a document of Firestore changes. */
async function countTriggers(folder: string): Promise<number> {
  const entry = pathToFileURL(join(folder, 'functions/src/index.ts')).href;
  const exported = Object.values((await import(entry)) as Record<string, unknown>);
  return exported.filter((each) => {
    const { eventTrigger } = (each as { __endpoint?: { eventTrigger?: { eventType: string } } }).__endpoint ?? {};
    return eventTrigger?.eventType.startsWith('google.cloud.firestore') ?? false;
  }).length;
}

/** Product files with the name of a kind, of its documents or of its collection in quotes, or the collection's constant. */
async function namingKinds(folder: string, sources: Map<string, Source>): Promise<string[]> {
  const load = async (file: string) =>
    (await import(pathToFileURL(join(folder, 'model', file)).href)) as Record<string, Record<string, unknown>>;
  const [{ kinds = {} }, { collections = {} }] = await Promise.all([load('kinds/kinds.ts'), load('paths.ts')]);
  const stored = Object.values(kinds).map((kind) => String((kind as { collection: string }).collection));
  const names = [...Object.keys(kinds).flatMap((kind) => [kind, `${kind}s`]), ...stored];
  const constants = Object.keys(collections).filter((key) => stored.includes(String(collections[key])));
  const naming = new RegExp(
    `(?<!aria-current=)(['"\`])(?:${names.join('|')})\\1|\\bcollections\\.(?:${constants.join('|')})\\b`,
  );
  const isProduct = ({ path }: Source): boolean => !/^(model\/kinds|src\/pages|seed|packages)\//.test(path);
  return [...sources.values()]
    .filter((source) => isProduct(source) && naming.test(source.text))
    .map(({ path }) => path);
}

/** Collections that hold copies of documents for lists and search, and that functions write. */
function countListCollections(sources: Map<string, Source>): number {
  const writers = [...sources.values()].filter(({ path }) => /^(functions|model\/search-index)\//.test(path));
  return ['summaries', 'search', 'searchPeople'].filter((name) =>
    writers.some(({ text }) => new RegExp(`collections\\.${name}\\b`).test(text)),
  ).length;
}

/** Interfaces and object types with more callbacks than `maxCallbacks`, named after options, ports or callbacks. */
function wideTypes({ path, text }: Source): string[] {
  if (path.endsWith('.astro')) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node, name: string): void => {
    const own = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) ? node.name.text : name;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node)) {
      const callbacks = node.members.filter(
        (member) =>
          ts.isMethodSignature(member) ||
          (ts.isPropertySignature(member) && member.type !== undefined && ts.isFunctionTypeNode(member.type)),
      );
      const isBag = /Options|Ports|Callbacks|Hooks|Handlers|Env|Setup|Deps/.test(own) || own === '';
      if (isBag && callbacks.length > maxCallbacks) found.push(`${path} ${own} ${callbacks.length}`);
    }
    ts.forEachChild(node, (child) => visit(child, own));
  };
  visit(file, '');
  return found;
}

function reachable(sources: Map<string, Source>, start: string): Set<string> {
  const seen = new Set<string>();
  const pending = [...(sources.get(start)?.imports ?? [])];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    pending.push(...(sources.get(path)?.imports ?? []));
  }
  return seen;
}

function closureOf(sources: Map<string, Source>, start: string): Set<string> {
  return new Set([start, ...reachable(sources, start)]);
}
