import { join } from 'node:path';
import { compileSite } from '@frontage/pipeline/compile';
import { compileAdmin } from './publishing/compile.ts';
import { root } from './target/configuration.ts';
import { defaults } from './options.ts';
import type { Presenter } from './runtime/present.ts';

const nothing = (): void => undefined;
const silent: Presenter = { show: nothing, warn: nothing, progress: nothing, rewrite: nothing, fail: nothing };

/**
 * Compiles the site and the admin into the data folder of `npm start`, so that its first start only publishes. Does
 * nothing where no start follows: in CI, and in an installation without compilers. Returns a line for the terminal.
 */
export async function prepare(env = process.env, compile = compileBoth): Promise<string> {
  if (env['CI'] || (env['npm_config_omit'] ?? '').split(/\s/).includes('dev'))
    return '`npm start` compiles the site and the admin.';
  const started = performance.now();
  await compile(join(root, defaults.data));
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  return `The site and the admin are compiled for \`npm start\` (${seconds} s; CI=1 skips this).`;
}

async function compileBoth(dataDir: string): Promise<void> {
  await Promise.all([
    compileSite({ root, outDir: join(dataDir, 'compiled'), log: nothing }),
    compileAdmin(join(dataDir, 'admin'), silent),
  ]);
}
