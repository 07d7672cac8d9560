import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const folders = ['model', 'pipeline', 'functions', 'cli', 'tests/rules/product', 'tests/contract/new-kind'];
const files = ['package.json', 'tsconfig.json', 'firestore.rules', 'storage.rules', 'firestore.indexes.json'];

/** A copy of the project's back end with the kind `news`: one more file in model/kinds/ and its name in the list. */
export function projectWithNews(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'frontage-new-kind-'));
  const copied = (path: string): boolean => basename(path) !== 'node_modules' && !path.endsWith('.test.ts');
  for (const name of folders) cpSync(join(root, name), join(folder, name), { recursive: true, filter: copied });
  for (const name of files) cpSync(join(root, name), join(folder, name));
  linkModules(folder);
  cpSync(join(import.meta.dirname, 'news.fixture.ts'), join(folder, 'model/kinds/news.ts'));
  const list = join(folder, 'model/kinds/kinds.ts');
  const registered = readFileSync(list, 'utf8')
    .replace('import { page }', "import { news } from './news.ts';\nimport { page }")
    .replace('const registered = { section, page, demo }', 'const registered = { section, page, demo, news }');
  writeFileSync(list, registered);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
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
    const isCopied = ['model', 'pipeline', 'functions'].includes(name);
    symlinkSync(isCopied ? join(folder, name) : join(installed, '@frontage', name), join(own, name));
  }
  symlinkSync(join(root, 'functions/node_modules'), join(folder, 'functions/node_modules'));
}
