import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/**
 * Measures the structure of the source code: files, lines, shallow files, the import closure of the page editor, wide
 * option types and import cycles. `--against DIR` prints the figures of another checkout beside them.
 */
export function run(args: string[]): Promise<void> {
  const against = args[args.indexOf('--against') + 1];
  const folders = args.includes('--against') && against !== undefined ? [against, process.cwd()] : [process.cwd()];
  const columns = folders.map(measure);
  for (const label of Object.keys(columns.at(-1) ?? {})) {
    console.log(`${label.padEnd(72)} ${columns.map((column) => String(column[label]).padStart(7)).join(' ')}`);
  }
  if (args.includes('--list')) for (const line of details(process.cwd())) console.log(line);
  return Promise.resolve();
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
const pageEditor = 'admin/features/pages/page-editor.screen.tsx';

function measure(folder: string): Record<string, number> {
  const sources = readSources(folder);
  const { shallow, wide, cycles } = analyze(sources);
  return {
    'product files (goal ≤ 820)': sources.size,
    'product lines (goal ≤ 70,000)': [...sources.values()].reduce((sum, { lines }) => sum + lines, 0),
    [`files of at most ${shallowLines} lines with one importer beside them (goal ≤ 25)`]: shallow.length,
    'import closure of the page editor (goal ≤ 170)': closureOf(sources, pageEditor).size,
    [`option types with more than ${maxCallbacks} callbacks (goal 0)`]: wide.length,
    'files in import cycles (goal 0)': cycles.length,
  };
}

function details(folder: string): string[] {
  const { shallow, wide, cycles } = analyze(readSources(folder));
  return [
    ...shallow.map(({ path, importer }) => `shallow: ${path} (imported by ${importer})`),
    ...wide.map((name) => `wide: ${name}`),
    ...cycles.map((path) => `cycle: ${path}`),
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
  return { shallow, wide: [...sources.values()].flatMap(wideTypes), cycles };
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
