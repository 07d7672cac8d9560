import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { projectWithNews } from './project.fixture.ts';

const root = join(import.meta.dirname, '../../..');
const project = projectWithNews();
afterAll(project.remove);

const run = (args: string[]) => promisify(execFile)(process.execPath, args, { cwd: project.folder });

/** Runs a suite of the project; returns the title and state of each test. */
async function resultsOf(suite: string): Promise<string[]> {
  writeFileSync(join(project.folder, 'vitest.config.mjs'), `export default { test: { include: ['${suite}'] } };\n`);
  const report = join(project.folder, 'report.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  // The report names failed tests.
  await run([vitest, 'run', '--reporter', 'json', '--outputFile', report]).catch(() => null);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: Suite[] };
  return testResults.flatMap(({ message, assertionResults }) => [
    ...(message === '' ? [] : [message]),
    ...assertionResults.map(({ title, status, failureMessages }) => [title, status, ...failureMessages].join(': ')),
  ]);
}

describe('a kind of content in one file', () => {
  it('gets its rules, indexes and exported triggers from `npm run generate`', async () => {
    await expect(run(['cli/generate.ts', '--check'])).rejects.toThrow('firestore.rules does not match');
    await run(['cli/generate.ts']);
    await expect(run(['cli/generate.ts', '--check'])).resolves.toMatchObject({ stdout: '' });
  });

  it('has its rights in the matrix of all callers, and its fields in the attacks', async () => {
    const suite = 'tests/rules/product/matrix.test.ts';
    cpSync(join(root, suite), join(project.folder, suite));
    const results = await resultsOf(suite);
    expect(results.length).toBeGreaterThan(20);
    expect(results.filter((result) => !result.endsWith(': passed'))).toEqual([]);
  });

  it('works in rules, functions, import, pipeline and health', async () => {
    const suite = 'tests/contract/new-kind/in-project.test.ts';
    cpSync(join(import.meta.dirname, 'in-project.fixture.ts'), join(project.folder, suite));
    const results = await resultsOf(suite);
    expect(results.length).toBeGreaterThan(10);
    expect(results.filter((result) => !result.endsWith(': passed'))).toEqual([]);
  });
});

interface Suite {
  message: string;
  assertionResults: { title: string; status: string; failureMessages: string[] }[];
}
