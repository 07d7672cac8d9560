import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Snapshot } from '../../../model/content.ts';

const root = join(import.meta.dirname, '../../..');

/**
 * Writes the templates as a normal static Astro project to `folder`, without our adapter. Content comes from a
 * middleware, paths of dynamic routes from `getStaticPaths`. Our renderer must produce the same files.
 */
export function makeStockSite(folder: string, snapshot: Snapshot): void {
  mkdirSync(folder, { recursive: true });
  for (const name of ['src', 'public', 'tsconfig.json', 'package.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'snapshot.json'),
    JSON.stringify(
      { ...snapshot, pageSlugs: onlySlugs(snapshot.pageSlugs), demoSlugs: onlySlugs(snapshot.demoSlugs) },
      (_, value: unknown) => plain(value),
    ),
  );
  writeFileSync(join(folder, 'src/stock-content.ts'), contentModule);
  writeFileSync(join(folder, 'src/middleware.ts'), middleware);
  const config = readFileSync(join(root, 'astro.config.mjs'), 'utf8');
  writeFileSync(
    join(folder, 'astro.config.mjs'),
    config.replace(/^import \{ renderer \}.*\n/m, '').replace(/^\s*adapter: .*\n/m, ''),
  );
  addPaths(join(folder, 'src/pages/page/[slug].astro'), 'pageSlugs().map((slug) => ({ params: { slug } }))');
  addPaths(join(folder, 'src/pages/demo/[slug].astro'), 'demoSlugs().map((slug) => ({ params: { slug } }))');
  addPaths(join(folder, 'src/pages/search/[shard].txt.ts'), 'searchShards().map((shard) => ({ params: { shard } }))');
  addPaths(join(folder, 'src/pages/sitemap-[part].xml.ts'), 'sitemapParts().map((part) => ({ params: { part } }))');
}

/** Builds the project with `astro build`. Returns the duration in milliseconds. */
export async function buildStockSite(folder: string): Promise<number> {
  const astro = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs');
  const { PATH = '', HOME = '' } = process.env;
  const started = performance.now();
  const child = spawn(process.execPath, [astro, 'build', '--root', folder], {
    cwd: folder,
    env: { PATH, HOME, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(output);
  return performance.now() - started;
}

// Here the values are whole documents.
const onlySlugs = (documents: Snapshot['pageSlugs']): Snapshot['pageSlugs'] =>
  new Map([...documents].map(([id, { slug }]) => [id, { slug }]));

const plain = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && Symbol.iterator in value && 'get' in value
    ? { entries: [...(value as Map<string, unknown>)] }
    : value;

function addPaths(file: string, paths: string): void {
  const source = readFileSync(file, 'utf8');
  const depth = /\/pages\/(page|demo|search)\//.test(file) ? '../../' : '../';
  const added = [
    `import { demoSlugs, pageSlugs, searchShards, sitemapParts } from '${depth}stock-content.ts';`,
    `export function getStaticPaths() { void [demoSlugs, pageSlugs, searchShards, sitemapParts]; return ${paths}; }`,
    '',
  ].join('\n');
  writeFileSync(file, source.startsWith('---\n') ? `---\n${added}${source.slice(4)}` : added + source);
}

const contentModule = `
import { readFileSync } from 'node:fs';
import { queries, type Content, type Snapshot } from '@frontage/model/content';

const read = JSON.parse(readFileSync('snapshot.json', 'utf8'), (_, value) =>
  value && typeof value === 'object' && Array.isArray(value.entries) && Object.keys(value).length === 1
    ? new Map(value.entries)
    : value,
) as Snapshot;

const answers = new Map<string, unknown>();
const asked = <Name extends keyof Content>(name: Name) => (...args: unknown[]) => {
  const key = [name, ...args].join(':');
  if (!answers.has(key)) answers.set(key, (queries[name] as (...all: unknown[]) => unknown)(read, ...args));
  return answers.get(key);
};
export const content = Object.fromEntries(
  Object.keys(queries).map((name) => [name, asked(name as keyof Content)]),
) as unknown as Content;
export const pageSlugs = () => [...read.publishedPages.keys()];
export const demoSlugs = () => [...read.publishedDemos.keys()];
export const searchShards = () => [...read.search.keys()];
export const sitemapParts = () => {
  const sitemap = content.sitemap();
  return 'parts' in sitemap ? sitemap.parts.split('\\n').map((line) => line.split(' ')[0]) : [];
};
`;

const middleware = `
import { defineMiddleware } from 'astro:middleware';
import { content } from './stock-content.ts';

export const onRequest = defineMiddleware((context, next) => {
  context.locals.content = content;
  return next();
});
`;
