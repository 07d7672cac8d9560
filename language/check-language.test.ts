import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const eslint = new ESLint({ overrideConfigFile: 'language/language.config.mjs' });
const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin/oxlint');
const config = join(import.meta.dirname, 'oxlint.json');

/** Findings as `line message`: of oxlint in scripts, of ESLint in other files. */
const lint = (path: string, text: string): string[] | Promise<string[]> =>
  /\.tsx?$/.test(path) ? lintScript(path, text) : lintOther(path, text);

function lintScript(path: string, text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'frontage-language-'));
  try {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    const { stdout, stderr } = spawnSync(process.execPath, [oxlint, '-c', config, '-f', 'unix', folder], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    return [...stdout.matchAll(/^\S+:(\d+):\d+: (.*) \[/gm)].map(([, line = '', message = '']) => `${line} ${message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function lintOther(filePath: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath });
  return result?.messages.map(({ line, message }) => `${String(line)} ${message}`) ?? [];
}

describe('check:language', () => {
  it.each([
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
  ])('rejects a phrase in %s', async (...[, path, text, finding]) => {
    expect((await lint(path, text))[0]).toContain(finding);
  });

  it.each([
    ['field names', 'model/kinds/page.ts', 'export const what = { who: 1 }; // `what` is a key of a failure'],
    ['quotations', 'model/kinds/page.ts', '// The label "What You Can Do" is fixed.'],
    ['code blocks', 'docs/deploy.md', '```\necho what\n```\n\nUse `what` here.'],
    ['longer words that contain a phrase', 'model/kinds/page.ts', '// A whole summary, amended somewhat.'],
  ])('accepts %s', async (_, path, text) => {
    expect(await lint(path, text)).toEqual([]);
  });
});
