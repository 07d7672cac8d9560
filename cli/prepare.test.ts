import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { root } from './target/configuration.ts';
import { prepare } from './prepare.ts';

it('compiles into the data folder of npm start', async () => {
  const compile = vi.fn(() => Promise.resolve());
  expect(await prepare({}, compile)).toMatch(/compiled for `npm start`/);
  expect(compile).toHaveBeenCalledWith(join(root, '.frontage'));
});

it.each([{ CI: 'true' }, { npm_config_omit: 'dev' }, { npm_config_omit: 'optional dev' }])(
  'compiles nothing with %o',
  async (env) => {
    const compile = vi.fn(() => Promise.resolve());
    expect(await prepare(env, compile)).toBe('`npm start` compiles the site and the admin.');
    expect(compile).not.toHaveBeenCalled();
  },
);

it('never fails an installation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'frontage-prepare-'));
  try {
    // Its other modules and all packages are missing.
    for (const file of ['prepare.mjs', 'prepare.ts']) cpSync(join(root, 'cli', file), join(folder, file));
    const printed = execFileSync(process.execPath, ['prepare.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(printed).toBe('The first `npm start` compiles the site and the admin.\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
