import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compileAdminForTests } from './compiled-once.ts';

/**
 * Fails if a screen of the admin exceeds its size limit: the compressed scripts and styles that a first visit loads.
 *
 * Each limit is 5 % above the size at the time it was set. To raise one, name the feature that needs it in the commit,
 * look for a part that can load later, and set the limit to 5 % above the new size.
 */
const kB = 1_000;

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const entry = 'index.html';
const staffArea = ['app/staff-area.tsx', 'lib/access-state.ts'];

const screens: Record<string, { modules: string[]; limit: number }> = {
  'sign in': { modules: ['features/auth/sign-in.screen.tsx'], limit: 208 * kB },
  'sign up': { modules: ['features/auth/sign-up.screen.tsx', 'lib/access-state.ts'], limit: 271 * kB },
  dashboard: { modules: [...staffArea, 'features/dashboard/dashboard.screen.tsx'], limit: 285 * kB },
  'sections list': { modules: [...staffArea, 'features/homepage/sections-list.screen.tsx'], limit: 286 * kB },
  'pages list': { modules: [...staffArea, 'features/pages/pages-list.screen.tsx'], limit: 286 * kB },
  'demos list': { modules: [...staffArea, 'features/demos/demos-list.screen.tsx'], limit: 287 * kB },
  users: { modules: [...staffArea, 'features/users/users.screen.tsx'], limit: 276 * kB },
  schedule: { modules: [...staffArea, 'features/schedule/schedule.screen.tsx'], limit: 281 * kB },
  health: { modules: [...staffArea, 'features/health/health.screen.tsx'], limit: 277 * kB },
  'audit log': { modules: [...staffArea, 'features/audit/audit.screen.tsx'], limit: 276 * kB },
  media: { modules: [...staffArea, 'features/media/media.screen.tsx'], limit: 300 * kB },
  trash: { modules: [...staffArea, 'features/trash/trash.screen.tsx'], limit: 274 * kB },
  settings: { modules: [...staffArea, 'features/settings/settings.screen.tsx'], limit: 409 * kB },
  account: { modules: [...staffArea, 'features/account/account.screen.tsx'], limit: 272 * kB },
  'section editor': { modules: [...staffArea, 'features/homepage/section-editor.screen.tsx'], limit: 402 * kB },
  'page editor': { modules: [...staffArea, 'features/pages/page-editor.screen.tsx'], limit: 407 * kB },
  'demo editor': { modules: [...staffArea, 'features/demos/demo-editor.screen.tsx'], limit: 403 * kB },
};

/** Text editors, which editors load after the first paint: their sizes without the screen around them. */
const textEditors: Record<string, { modules: string[]; limit: number }> = {
  'visual text': { modules: ['editing/text/writing-editor.tsx'], limit: 178 * kB },
  'Markdown text': { modules: ['editing/text/markdown-editor.tsx'], limit: 210 * kB },
};

const dist = await compileAdminForTests();
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

function filesOf(modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visited = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`No chunk for ${key} in the manifest`);
    if (visited.has(key)) return;
    visited.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  modules.forEach(visit);
  return files;
}

const compressed = (file: string) => gzipSync(readFileSync(join(dist, file))).length;

const rows = Object.entries(screens).map(([screen, { modules, limit }]) => {
  const size = [...filesOf([entry, ...modules])].reduce((sum, file) => sum + compressed(file), 0);
  return { screen, size, limit };
});
const shared = filesOf([entry, ...(screens['page editor']?.modules ?? [])]);
for (const [screen, { modules, limit }] of Object.entries(textEditors)) {
  const files = [...filesOf(modules)].filter((file) => !shared.has(file));
  rows.push({ screen, size: files.reduce((sum, file) => sum + compressed(file), 0), limit });
}
for (const { screen, size, limit } of rows) {
  const figures = `${(size / kB).toFixed(1).padStart(6)} kB of ${limit / kB}`;
  process.stdout.write(`${screen.padEnd(16)}${figures}${size > limit ? '  TOO LARGE' : ''}\n`);
}
if (rows.some(({ size, limit }) => size > limit)) process.exitCode = 1;
