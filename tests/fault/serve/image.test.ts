import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { openDeployment } from './deployment.ts';

/** Builds the image without Docker: runs the steps of the Dockerfile in one folder per stage. */

const root = join(import.meta.dirname, '../../..');
const work = mkdtempSync(join(tmpdir(), 'frontage-image-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const isInContext = (path: string): boolean =>
  !['node_modules', 'dist', '.git', '.frontage'].includes(basename(path)) && !/\.test\.tsx?$/.test(path);

/** The lines of a Dockerfile by stage, with continued lines joined. */
function stagesOf(text: string): string[][] {
  const lines = text.replaceAll(/\\\n\s*/g, '').split('\n');
  const stages: string[][] = [];
  for (const line of lines) {
    if (line.startsWith('FROM ')) stages.push([]);
    else stages.at(-1)?.push(line);
  }
  return stages;
}

/** Runs a stage's COPY and RUN instructions in `folder`. `from` maps each other stage to its folder. */
function build(lines: readonly string[], folder: string, from: Record<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const line of lines) {
    const [word, ...rest] = line.split(' ');
    if (word === 'RUN')
      execFileSync('sh', ['-c', rest.join(' ')], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    if (word !== 'COPY') continue;
    const stage = rest.find((part) => part.startsWith('--from='))?.slice('--from='.length);
    const paths = rest.filter((part) => !part.startsWith('--'));
    const to = paths.pop() ?? '';
    for (const path of paths) {
      const source = stage === undefined ? join(root, path) : join(from[stage] ?? '', path.replace('/app/', ''));
      const target = to.endsWith('/') ? join(folder, to, basename(path)) : join(folder, to);
      mkdirSync(dirname(target), { recursive: true });
      cpSync(source, target, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => stage !== undefined || isInContext(file),
      });
    }
  }
}

it(
  'is below 200 MB, starts without compiling, serves, and exits with 0 on SIGTERM',
  { tags: 'full', timeout: 600_000 },
  async () => {
    const [, packages = [], service = []] = stagesOf(readFileSync(join(root, 'Dockerfile'), 'utf8'));
    const [templates, installed, image] = ['templates', 'packages', 'image'].map((name) => join(work, name)) as [
      string,
      string,
      string,
    ];
    // The first stage is this repository with its installed packages.
    execFileSync(process.execPath, ['cli/frontage.ts', 'compile'], {
      cwd: root,
      env: { ...process.env, FRONTAGE_COMPILED: join(templates, 'compiled') },
    });
    build(packages, installed, {});
    build(service, image, { templates, packages: installed });
    const megabytes = Number(execFileSync('du', ['-sm', image], { encoding: 'utf8' }).split('\t')[0]);
    expect(megabytes).toBeLessThan(200);

    const deployment = await openDeployment({ latency: 5 });
    try {
      await deployment.write('a', { title: 'First' });
      const first = await deployment.serve('first', { program: image });
      await vi.waitFor(() => expect(deployment.page('a')).toContain('First'), { timeout: 30_000 });
      expect(first.events.filter(({ event }) => event === 'compile')).toMatchObject([
        { message: 'The compiled site is up to date' },
      ]);
      expect(await first.stop()).toBe(0);
      const started = performance.now();
      const second = await deployment.serve('second', { program: image });
      const ms = Math.round(performance.now() - started);
      process.stdout.write(`image ${String(megabytes)} MB, ready with state after ${String(ms)} ms\n`);
      expect(await second.stop()).toBe(0);
    } finally {
      await deployment.end();
    }
  },
);
