import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { copyOfProject, projectWithJobs, resultsIn } from './project.fixture.ts';

const root = join(import.meta.dirname, '../../..');
const project = projectWithJobs();
afterAll(project.remove);

const run = (args: string[]) => promisify(execFile)(process.execPath, args, { cwd: project.folder });

const resultsOf = (suite: string) => resultsIn(project.folder, suite);

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

  it.each([
    ['works in rules, functions, import, pipeline and health', 'in-project', 10],
    ['has an archive that equals a build from scratch', 'archive', 5],
  ])('%s', async (_, name, least) => {
    const suite = `tests/contract/new-kind/${name}.test.ts`;
    cpSync(join(import.meta.dirname, `${name}.fixture.ts`), join(project.folder, suite));
    const results = await resultsOf(suite);
    expect(results.length).toBeGreaterThan(least);
    expect(results.filter((result) => !result.endsWith(': passed'))).toEqual([]);
  });
});

describe('frontage new-kind', () => {
  const copy = copyOfProject('back end');
  afterAll(copy.remove);
  const frontage = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['cli/frontage.ts', ...args, '--json'], { cwd: copy.folder });
  const list = () => readFileSync(join(copy.folder, 'model/kinds/kinds.ts'), 'utf8');

  it('writes the file and the template of a kind, registers it, and generates the derived files', async () => {
    const { stdout } = await frontage('new-kind', 'case-studies');
    expect(JSON.parse(stdout)).toMatchObject({
      event: 'kind-added',
      files: [
        'model/kinds/case-studies.ts',
        'src/pages/case-studies/[slug].astro',
        'src/pages/case-studies/[...page].astro',
        'model/kinds/kinds.ts',
      ],
    });
    expect(list()).toContain('{ section, page, demo, news, caseStudy } as const');
    await promisify(execFile)(process.execPath, ['cli/generate.ts', '--check'], { cwd: copy.folder });
    const rules = readFileSync(join(copy.folder, 'firestore.rules'), 'utf8');
    expect(rules).toContain('match /case_studies/{id}');
    const table = readFileSync(join(copy.folder, 'functions/src/README.md'), 'utf8');
    expect(table).toContain('| `case_studies` | `onCaseStudyWritten` | `recordCaseStudies` | yes | yes |');
    const kind = readFileSync(join(copy.folder, 'model/kinds/case-studies.ts'), 'utf8');
    expect(kind).toContain("nouns: { one: 'case study', many: 'case studies' }");
  });

  it.each([
    ['Case', 'is not the name of a kind'],
    ['x', 'is not the name of a kind'],
    ['pages', 'The site or the admin has the address /pages already'],
    ['media', 'The site or the admin has the address /media already'],
    ['search', 'The site or the admin has the address /search already'],
    ['case-studies', 'has the address /case-studies already'],
    // Continues the name of a collection: their drafts could have equal ids.
    ['pages-more', 'pages'],
  ])('refuses the name %s and changes nothing', async (name, reason) => {
    const before = list();
    const { code, stdout } = await frontage('new-kind', name).then(
      ({ stdout: printed }) => ({ code: 0, stdout: printed }),
      (error: { code: number; stdout: string }) => error,
    );
    const event = JSON.parse(stdout) as { event: string; what: string };
    expect([code, event.event, event.what]).toEqual([2, 'failed', expect.stringContaining(reason)]);
    expect(list()).toBe(before);
    const written = [`model/kinds/${name}.ts`, `src/pages/${name}`].map((path) => existsSync(join(copy.folder, path)));
    const isAdded = name === 'case-studies';
    expect(written).toEqual([isAdded, isAdded]);
  });
});
