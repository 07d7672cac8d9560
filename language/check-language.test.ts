import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { ESLint } from 'eslint';
import { beforeAll, describe, expect, it } from 'vitest';

const eslint = new ESLint({ overrideConfigFile: 'language/language.config.mjs' });
const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin/oxlint');
const config = join(import.meta.dirname, 'oxlint.json');

interface Example {
  title: string;
  path: string;
  text: string;
}

const isScript = ({ path }: Example): boolean => /\.tsx?$/.test(path);

/** Findings as `line message`: of oxlint in scripts, of ESLint in other files. */
const lint = (example: Example): string[] | Promise<string[]> =>
  isScript(example) ? scriptFindings(example) : lintOther(example.path, example.text);

/** Findings of all scripts by the title of their example. One process checks them, because its start takes a second. */
const scripts = new Map<string, string[]>();

function scriptFindings({ title }: Example): string[] {
  const findings = scripts.get(title);
  if (!findings) throw new Error(`Oxlint has not checked ${title}`);
  return findings;
}

function lintScripts(examples: readonly Example[]): void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'frontage-language-')));
  try {
    for (const [index, { path, text }] of examples.entries()) {
      const file = join(folder, String(index), path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const { stdout, stderr } = spawnSync(process.execPath, [oxlint, '-c', config, '-f', 'unix', folder], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    for (const { title } of examples) scripts.set(title, []);
    for (const [, file = '', line = '', message = ''] of stdout.matchAll(/^(\S+):(\d+):\d+: (.*) \[/gm)) {
      const [index = ''] = relative(folder, file).split('/');
      scripts.get(examples[Number(index)]?.title ?? '')?.push(`${line} ${message}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function lintOther(filePath: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath });
  return result?.messages.map(({ line, message }) => `${String(line)} ${message}`) ?? [];
}

const rejected: [title: string, path: string, text: string, finding: string][] = [
  ['a comment', 'model/kinds/page.ts', '// What cannot be loaded stays away.', '1 "what" in a comment'],
  [
    'a later line of a comment',
    'model/kinds/page.ts',
    '/**\n * Fine.\n * Hears that a page is gone.\n */',
    '3 "perception" in a comment',
  ],
  ['a test title', 'model/page.test.ts', "it('keeps what somebody typed', () => undefined);", '1 "what" in a title'],
  [
    'the title of a table',
    'model/page.test.ts',
    "it.each([1])('tells nobody', () => undefined);",
    '1 "nobody" in a title',
  ],
  ['a message', 'model/kinds/page.ts', "export const message = 'Somebody changed this';", '1 "somebody" in a text'],
  [
    'a template',
    'model/kinds/page.ts',
    'export const message = (n: number) => `${n} pages lead on`;',
    '1 "leads on" in a text',
  ],
  ['markup', 'admin/ui/note.tsx', 'export const Note = () => <p>Mend the file</p>;', '1 "mend" in a text'],
  ['markup of the site', 'src/pages/404.astro', '<p>The page leads away</p>', '1 "leads on" in a text'],
  ['Markdown', 'docs/deploy.md', '# Deploy\n\nBegin anew.', '3 "anew" in a document'],
  ['rules', 'firestore.rules', "rules_version = '2';\n// whoever may publish", '2 "who" in a comment'],
  ['a workflow', '.github/workflows/ci.yml', 'name: ci\n# what runs by day', '2 "what" in a comment'],
];

const accepted: [title: string, path: string, text: string][] = [
  ['field names', 'model/kinds/page.ts', 'export const what = { who: 1 }; // `what` is a key of a failure'],
  ['quotations', 'model/kinds/page.ts', '// The label "What You Can Do" is fixed.'],
  ['code blocks', 'docs/deploy.md', '```\necho what\n```\n\nUse `what` here.'],
  ['longer words that contain a phrase', 'model/kinds/page.ts', '// A whole summary, amended somewhat.'],
];

beforeAll(() => {
  const examples = [...rejected, ...accepted].map(([title, path, text]) => ({ title, path, text }));
  lintScripts(examples.filter(isScript));
});

describe('check:language', () => {
  it.each(rejected)('rejects a phrase in %s', async (...[title, path, text, finding]) => {
    expect((await lint({ title, path, text }))[0]).toContain(finding);
  });

  it.each(accepted)('accepts %s', async (title, path, text) => {
    expect(await lint({ title, path, text })).toEqual([]);
  });
});
