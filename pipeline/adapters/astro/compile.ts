import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { CompiledSite } from '../../render/renderer.ts';
import { Refusal } from '../../refusal.ts';
import { isWhole, sealFolder } from '../disk/sealed-folder.ts';
import { siteFingerprint } from './fingerprint.ts';

export interface CompileOptions {
  /** Folder of astro.config.mjs. */
  root: string;
  /** Where compiled sites are kept, one folder a fingerprint. */
  outDir: string;
  /** Receives a line on what was done. */
  log: (line: string) => void;
}

// Nothing in the site is encrypted with it (there are no server islands); fixed so that two compilations are identical.
const compileKey = Buffer.alloc(32).toString('base64');

const keptSites = 3;
// What an interrupted compilation left is of no use.
const longestCompilation = 3_600_000;

/**
 * Compiles the site, unless these sources were compiled before.
 * @throws Refusal with Astro's own words when the templates do not compile.
 */
export async function compileSite({ root, outDir, log }: CompileOptions): Promise<CompiledSite> {
  const started = performance.now();
  const fingerprint = siteFingerprint(root);
  const folder = join(outDir, fingerprint);
  const site = {
    fingerprint,
    serverEntry: join(folder, 'server', 'entry.mjs'),
    clientDir: join(folder, 'client'),
  };
  // Until the compiler has its process nothing is awaited: what else starts now would hold it up.
  if (existsSync(folder)) {
    if (await isWhole(folder)) {
      await utimes(folder, new Date(), new Date());
      log('The compiled site is up to date');
      return site;
    }
    log(`${folder} is damaged: compiling the site again`);
    await rm(folder, { recursive: true, force: true });
  }
  log('Compiling the site …');
  const unfinished = join(outDir, `.${fingerprint}-${String(process.pid)}`);
  mkdirSync(unfinished, { recursive: true });
  try {
    await runAstro(root, unfinished);
    await mkdir(join(unfinished, 'client'), { recursive: true });
    await sealFolder(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process compiling the same sources may have been first.
    if (!existsSync(folder)) throw error;
  }
  await removeOldSites(outDir, folder);
  log(`Compiled the site in ${String(Math.round(performance.now() - started))} ms`);
  return site;
}

/** A process of its own: the compiler's memory is given back, and the host's NODE_ENV stays what it is. */
async function runAstro(root: string, outDir: string): Promise<void> {
  const astro = join(dirname(createRequire(join(root, 'package.json')).resolve('astro/package.json')), 'bin/astro.mjs');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [astro, 'build', '--root', root, '--outDir', outDir], {
    cwd: root,
    env: { PATH, HOME, NODE_ENV: 'production', ASTRO_KEY: compileKey, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const end = () => child.kill();
  process.once('exit', end);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  process.off('exit', end);
  if (code === 0) return;
  const cause = new Error(output.trim() || 'The compiler was ended from outside.');
  throw new Refusal("The site's templates do not compile", 'Mend the file that is named, then run it again', { cause });
}

/** Keeps the newest few, so that going back to earlier templates needs no compilation. */
async function removeOldSites(outDir: string, current: string): Promise<void> {
  const names = await readdir(outDir);
  const folders = names.filter((name) => !name.startsWith('.')).map((name) => join(outDir, name));
  const dated = await Promise.all(folders.map(async (folder) => ({ folder, at: (await stat(folder)).mtimeMs })));
  const old = dated.filter(({ folder }) => folder !== current).sort((a, b) => b.at - a.at);
  for (const { folder } of old.slice(keptSites - 1)) await rm(folder, { recursive: true, force: true });
  for (const name of names.filter((name) => name.startsWith('.'))) {
    const left = await stat(join(outDir, name)).catch(() => null);
    if (left && Date.now() - left.mtimeMs > longestCompilation)
      await rm(join(outDir, name), { recursive: true, force: true });
  }
}
