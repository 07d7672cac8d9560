import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
const backEnd = {
  folders: ['model', 'pipeline', 'functions', 'cli', 'tests/rules/product', 'tests/contract/new-kind'],
  files: ['package.json', 'tsconfig.json', 'firestore.rules', 'storage.rules', 'firestore.indexes.json'],
};
const frontEnd = {
  folders: ['admin', 'local', 'public', 'seed', 'src'],
  files: ['astro.config.mjs', 'firebase.json', 'package-lock.json'],
};

interface ProjectCopy {
  folder: string;
  remove(): void;
}

/** A copy of the project's back end, or of the whole program. */
export function copyOfProject(extent: 'back end' | 'program'): ProjectCopy {
  const folder = mkdtempSync(join(tmpdir(), 'frontage-new-kind-'));
  const copied = (path: string): boolean =>
    !['node_modules', 'dist'].includes(basename(path)) && !path.endsWith('.test.ts');
  const parts = extent === 'program' ? [backEnd, frontEnd] : [backEnd];
  for (const name of parts.flatMap(({ folders }) => folders))
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: copied });
  for (const name of parts.flatMap(({ files }) => files)) cpSync(join(root, name), join(folder, name));
  linkModules(folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A copy of the project's back end with the kind `job`: one more file in model/kinds/ and its name in the list. */
export function projectWithJobs(): ProjectCopy {
  const copy = copyOfProject('back end');
  const { folder } = copy;
  cpSync(join(import.meta.dirname, 'jobs.fixture.ts'), join(folder, 'model/kinds/jobs.ts'));
  const list = join(folder, 'model/kinds/kinds.ts');
  const registered = readFileSync(list, 'utf8')
    .replace('import { page }', "import { job } from './jobs.ts';\nimport { page }")
    .replace(
      'const registered = { section, page, demo, news }',
      'const registered = { section, page, demo, news, job }',
    );
  writeFileSync(list, registered);
  return copy;
}

/** The same project, in which the kind has a renamed, an added and a removed field. */
export function projectWithChangedJobs(): ProjectCopy {
  const copy = projectWithJobs();
  const file = join(copy.folder, 'model/kinds/jobs.ts');
  const source = "text({ label: 'Source', panel: 'content', max: 80 })";
  const changed = readFileSync(file, 'utf8')
    .replace("summary: text({ label: 'Summary'", "lead: text({ label: 'Lead'")
    .replace(`source: ${source}`, "topic: required({ label: 'Topic', max: 40, shown: true })")
    .replace(
      '  fields,\n',
      `  fields,
  changes: [
    { renamed: 'summary', to: 'lead' },
    { added: 'topic', value: 'Other' },
    { removed: 'source', field: ${source} },
  ],
`,
    );
  writeFileSync(file, changed);
  return copy;
}

/** A copy of the project's back end with further kinds, and the derived files. */
export async function projectWithKinds(kinds: readonly { key: string; source: string }[]): Promise<ProjectCopy> {
  const copy = copyOfProject('back end');
  const list = join(copy.folder, 'model/kinds/kinds.ts');
  for (const { key, source } of kinds) writeFileSync(join(copy.folder, `model/kinds/${key}.ts`), source);
  const keys = kinds.map(({ key }) => key);
  const imports = keys.map((key) => `import { ${key} } from './${key}.ts';`).join('\n');
  const registered = readFileSync(list, 'utf8')
    .replace('import { page }', `${imports}\nimport { page }`)
    .replace(/(?<=\nconst registered = \{)[^}]*?(?=,?\s*\} as const)/, (names) => `${names}, ${keys.join(', ')}`);
  writeFileSync(list, registered);
  await promisify(execFile)(process.execPath, ['cli/generate.ts'], { cwd: copy.folder });
  return copy;
}

interface Suite {
  message: string;
  assertionResults: { title: string; status: string; failureMessages: string[] }[];
}

/** Runs a suite of a copy; returns the title and state of each test. */
export async function resultsIn(folder: string, suite: string, env: NodeJS.ProcessEnv = {}): Promise<string[]> {
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `export default { test: { include: ['${suite}'], testTimeout: 60_000 } };\n`,
  );
  const report = join(folder, 'report.json');
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter', 'json', '--outputFile', report];
  // The report names failed tests.
  await promisify(execFile)(process.execPath, vitest, { cwd: folder, env: { ...process.env, ...env } }).catch(
    () => null,
  );
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: Suite[] };
  return testResults.flatMap(({ message, assertionResults }) => [
    ...(message === '' ? [] : [message]),
    ...assertionResults.map(({ title, status, failureMessages }) => [title, status, ...failureMessages].join(': ')),
  ]);
}

/** Links the installed packages, except those of the copied folders, which are linked to the copies. */
function linkModules(folder: string): void {
  const own = join(folder, 'node_modules/@frontage');
  mkdirSync(own, { recursive: true });
  const installed = join(root, 'node_modules');
  for (const name of readdirSync(installed)) {
    if (name !== '@frontage') symlinkSync(join(installed, name), join(folder, 'node_modules', name));
  }
  for (const name of readdirSync(join(installed, '@frontage'))) {
    const copy = join(folder, name);
    symlinkSync(existsSync(copy) ? copy : join(installed, '@frontage', name), join(own, name));
  }
  for (const name of ['admin', 'functions']) {
    const modules = join(root, name, 'node_modules');
    if (existsSync(modules) && existsSync(join(folder, name))) symlinkSync(modules, join(folder, name, 'node_modules'));
  }
}
