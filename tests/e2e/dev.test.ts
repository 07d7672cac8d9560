import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { FieldValue, getFirestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStack, type RunningStack } from './stack.ts';

const root = join(import.meta.dirname, '../..');

// The test changes templates in a copy, because other tests compile the project's own.
const copied = [
  ...['admin', 'cli', 'model', 'pipeline', 'public', 'seed', 'src'],
  ...['astro.config.mjs', 'firebase.json', 'firestore.indexes.json', 'firestore.rules', 'storage.rules'],
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
];

let project: string;
let stack: RunningStack;

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'frontage-dev-'));
  const filter = (path: string) => !['node_modules', 'dist'].includes(basename(path));
  for (const path of copied) cpSync(join(root, path), join(project, path), { recursive: true, filter });
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  stack = await startStack({ command: 'dev', project });
});

afterAll(async () => {
  await stack?.stop();
  rmSync(project, { recursive: true, force: true });
});

const textAt = async (path: string): Promise<string> => (await fetch(stack.site + path)).text();

async function stylesheet(): Promise<string> {
  const [, address = ''] = /href="(\/assets\/[^"]+\.css[^"]*)"/.exec(await textAt('/')) ?? [];
  return textAt(address);
}

async function releases(): Promise<unknown[]> {
  const args = ['cli/frontage.ts', 'releases', '--json', '--data', stack.dataDir];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project });
  return stdout.trim().split('\n');
}

const soon = { timeout: 80_000, interval: 50 };

describe('frontage dev', { tags: 'full' }, () => {
  it('shows a changed stylesheet', { tags: 'full' }, async () => {
    appendFileSync(join(project, 'src/styles/base.css'), '\n.changed-in-dev { color: red; }\n');
    await expect.poll(async () => (await stylesheet()).includes('changed-in-dev'), soon).toBe(true);
  });

  it('shows a changed template', async () => {
    const template = join(project, 'src/pages/404.astro');
    writeFileSync(template, readFileSync(template, 'utf8').replace('<NotFound', '<p>Changed in dev</p><NotFound'));
    await expect.poll(() => textAt('/nowhere'), soon).toContain('Changed in dev');
  });

  it('reports compile errors and keeps serving', { tags: 'full', timeout: 180_000 }, async () => {
    const template = join(project, 'src/pages/404.astro');
    const good = readFileSync(template, 'utf8');
    writeFileSync(template, good.replace('Changed', '{Changed'));
    const failures = () => stack.events.filter(({ event }) => event === 'compile-failed');
    await expect.poll(failures, soon).not.toHaveLength(0);
    expect(failures()[0]).toMatchObject({ message: expect.stringContaining('404.astro') as string });
    expect(await textAt('/nowhere')).toContain('Changed in dev');
    writeFileSync(template, good.replace('Changed', 'Repaired'));
    await expect.poll(() => textAt('/nowhere'), soon).toContain('Repaired in dev');
  });

  it('continues after its compiler exited', { tags: 'full' }, async () => {
    const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,command=']);
    const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/));
    const compilers = processes.filter(
      ([, parent, ...command]) => Number(parent) === stack.pid && command.join(' ').includes('compile.process'),
    );
    expect(compilers).toHaveLength(1);
    process.kill(Number(compilers[0]?.[0]), 'SIGKILL');
    const template = join(project, 'src/pages/404.astro');
    writeFileSync(template, readFileSync(template, 'utf8').replace('Repaired', 'Continued'));
    await expect.poll(() => textAt('/nowhere'), soon).toContain('Continued in dev');
  });

  it('shows edits of content', async () => {
    process.env['FIRESTORE_EMULATOR_HOST'] = stack.firestore;
    const app = initializeApp({ projectId: stack.project }, 'dev');
    const [page] = (await getFirestore(app).collection('pages').limit(1).get()).docs;
    await page?.ref.update({ title: 'Edited in dev', rev: FieldValue.increment(1) });
    await expect.poll(() => textAt(`/page/${String(page?.get('slug'))}`), soon).toContain('Edited in dev');
    await deleteApp(app);
  });

  it('keeps only the live release', { tags: 'full' }, async () => {
    const made = stack.events.filter(({ event }) => event === 'release');
    expect(made.length).toBeGreaterThanOrEqual(6);
    expect(await releases()).toHaveLength(1);
  });
});
