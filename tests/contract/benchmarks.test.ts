import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Options for a short run, beside `--pages 50`, which every benchmark accepts or ignores. */
const options: Record<string, string[]> = {
  admin: ['--runs', '1', '--screens', '/login'],
  all: ['--rounds', '1', '--json'],
  gallery: ['--demos', '20'],
  local: ['--quick'],
  'markdown-round-trip': ['docs'],
  site: ['--runs', '1'],
  start: ['--rounds', '1'],
  typing: ['--seconds', '4'],
};
const benchmarks = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -'.ts'.length));

describe('npm run bench', { tags: ['full'], timeout: 900_000 }, () => {
  it.each(benchmarks)('runs %s on 50 pages', async (name) => {
    const args = ['run', '--silent', 'bench', '--', name, ...(options[name] ?? []), '--pages', '50'];
    const { stdout } = await promisify(execFile)('npm', args, { cwd: root, maxBuffer: 2 ** 26 });
    expect(stdout.trim()).not.toBe('');
  });
});
