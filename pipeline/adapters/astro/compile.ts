import { existsSync, mkdirSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompiledSite } from '../../render/renderer.ts';
import { isSealed, sealFolder } from '../disk/sealed-folder.ts';
import { openCompiler, type Compiler } from './compiler.ts';
import { siteFingerprint } from './fingerprint.ts';

export interface CompileOptions {
  /** Folder of astro.config.mjs. */
  root: string;
  /** Folder of compiled sites, with one folder per fingerprint. */
  outDir: string;
  /** `PUBLIC_…` variables that templates and islands are compiled with. */
  settings?: Record<string, string>;
  /** Receives a progress line. */
  log: (line: string) => void;
  /** Called before a compilation, if the site is not up to date. */
  onCompile?: () => void;
  /** An open compiler with the same settings. Without it, a compiler is opened for this compilation. */
  compiler?: Compiler;
}

const keptSites = 3;
// Milliseconds after which an unfinished folder counts as abandoned by an interrupted compilation.
const longestCompilation = 3_600_000;

/**
 * Compiles the site unless these sources were compiled before.
 * @throws OperatorError with Astro's error as its cause if the templates do not compile.
 */
export async function compileSite(options: CompileOptions): Promise<CompiledSite> {
  const { root, outDir, settings = {}, log, compiler } = options;
  const started = performance.now();
  const fingerprint = siteFingerprint(root, settings);
  const folder = join(outDir, fingerprint);
  const site = {
    fingerprint,
    serverEntry: join(folder, 'server', 'entry.mjs'),
    clientDir: join(folder, 'client'),
  };
  // Nothing is awaited before the compiler process is started, because other startup work would delay it.
  if (existsSync(folder)) {
    if (await isSealed(folder)) {
      await utimes(folder, new Date(), new Date());
      log('The compiled site is up to date');
      return site;
    }
    log(`${folder} is damaged: compiling the site again`);
    await rm(folder, { recursive: true, force: true });
  }
  options.onCompile?.();
  log('Compiling the site …');
  const unfinished = join(outDir, `.${fingerprint}-${String(process.pid)}`);
  mkdirSync(unfinished, { recursive: true });
  try {
    await (compiler ? compiler.compile(unfinished) : compileOnce({ root, settings }, unfinished));
    if (siteFingerprint(root, settings) !== fingerprint) {
      log('The sources have changed meanwhile');
      await rm(unfinished, { recursive: true, force: true });
      return await compileSite(options);
    }
    await mkdir(join(unfinished, 'client'), { recursive: true });
    await sealFolder(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process may have compiled the same sources first.
    if (!existsSync(folder)) throw error;
  }
  await removeOldSites(outDir, folder);
  log(`Compiled the site in ${String(Math.round(performance.now() - started))} ms`);
  return site;
}

async function compileOnce(
  { root, settings }: Required<Pick<CompileOptions, 'root' | 'settings'>>,
  outDir: string,
): Promise<void> {
  const compiler = openCompiler(root, settings);
  try {
    await compiler.compile(outDir);
  } finally {
    compiler.stop();
  }
}

/** Removes all but the newest sites, and abandoned folders. A switch to recent templates then needs no compilation. */
async function removeOldSites(outDir: string, current: string): Promise<void> {
  const names = await readdir(outDir);
  const folders = names.filter((name) => !name.startsWith('.')).map((name) => join(outDir, name));
  const dated = await Promise.all(folders.map(async (folder) => ({ folder, at: (await stat(folder)).mtimeMs })));
  const old = dated.filter(({ folder }) => folder !== current).sort((a, b) => b.at - a.at);
  for (const { folder } of old.slice(keptSites - 1)) await rm(folder, { recursive: true, force: true });
  for (const name of names.filter((name) => name.startsWith('.'))) {
    const found = await stat(join(outDir, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > longestCompilation)
      await rm(join(outDir, name), { recursive: true, force: true });
  }
}
