import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { menuPages } from '../shared/content-source.ts';
import type { Contender, EditedPage } from './contender.ts';
import { installed, installedPackages, versionOf } from './install.ts';

const layout = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ title }}</title>
<link rel="canonical" href="https://site.example{{ page.url }}">
<meta property="og:title" content="{{ title }}">
</head>
<body>
<header><a href="/">A site</a><nav><ul>
{% for item in menu %}<li><a href="{{ item.url }}"{% if item.url == page.url %} aria-current="page"{% endif %}>{{ item.name }}</a></li>
{% endfor %}</ul></nav></header>
<main><article><h1>{{ title }}</h1>{{ content | safe }}</article></main>
<footer><p>A site</p></footer>
</body>
</html>
`;
const menu = Array.from({ length: menuPages }, (_, index) => ({
  name: `Page ${String(index)}`,
  url: `/page/page-${String(index)}.html`,
}));
const config = `import markdownIt from 'markdown-it';
export default (eleventy) => {
  eleventy.setLibrary('md', markdownIt({ html: false, breaks: true }));
  eleventy.addGlobalData('menu', ${JSON.stringify(menu)});
  return { markdownTemplateEngine: false, dir: { input: 'content', includes: '../layouts', output: 'public' } };
};
`;

// Eleventy's watcher sometimes misses a change. After this time the edit is repeated, and only the repetition is
// measured.
const longestEdit = 30_000;

const pagePath = (index: number): string => `page/page-${String(index)}`;

const writePage = (folder: string, { index, title, body }: EditedPage): void =>
  writeFileSync(
    join(folder, 'content', `${pagePath(index)}.md`),
    `---\ntitle: ${JSON.stringify(title)}\nlayout: page.njk\npermalink: /${pagePath(index)}.html\n---\n${body}\n`,
  );

/** Eleventy, whose watcher rewrites one page for an edit. Its pages contain less than those of Frontage. */
export function eleventy(): Contender {
  let watcher: ChildProcess | null = null;

  const start = (folder: string, args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [join(installed('@11ty/eleventy'), 'cmd.cjs'), ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });

  /** Starts the watcher and waits until it notices a change, because it reports that it watches before it does. */
  const watch = async (folder: string): Promise<ChildProcess> => {
    const child = start(folder, ['--watch', '--incremental']);
    const touched = join(folder, 'content', `${pagePath(0)}.md`);
    const touch = setInterval(() => utimesSync(touched, new Date(), new Date()), 500);
    try {
      let hasNoticed = false;
      await new Promise<void>((resolve, reject) => {
        child.stdout?.on('data', (text: Buffer) => {
          if (text.includes('File changed')) {
            hasNoticed = true;
            clearInterval(touch);
          }
          if (hasNoticed && text.includes('Watching')) resolve();
        });
        child.once('exit', () => reject(new Error('Eleventy does not watch')));
      });
    } finally {
      clearInterval(touch);
    }
    return child;
  };

  return {
    name: 'Eleventy',
    version: () => versionOf('@11ty/eleventy'),
    prepare: (folder, { bodies, pages }) => {
      for (const path of ['content/page', 'layouts']) mkdirSync(join(folder, path), { recursive: true });
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      symlinkSync(installedPackages, join(folder, 'node_modules'));
      writeFileSync(join(folder, 'eleventy.config.js'), config);
      writeFileSync(join(folder, 'layouts/page.njk'), layout);
      for (let index = 0; index < pages; index += 1) writePage(folder, { index, ...bodies.at(index) });
      return Promise.resolve();
    },
    build: async (folder) => {
      rmSync(join(folder, 'public'), { recursive: true, force: true });
      const started = performance.now();
      const [code] = (await once(start(folder, ['--quiet']), 'exit')) as [number];
      if (code !== 0) throw new Error('Eleventy could not build');
      return performance.now() - started;
    },
    edit: async (folder, page) => {
      watcher ??= await watch(folder);
      const file = join(folder, 'public', `${pagePath(page.index)}.html`);
      for (;;) {
        const started = performance.now();
        writePage(folder, page);
        while (performance.now() - started < longestEdit) {
          if (existsSync(file) && readFileSync(file, 'utf8').includes(page.title)) return performance.now() - started;
          await pause(2);
        }
      }
    },
    end: async () => {
      const child = watcher;
      watcher = null;
      if (child?.kill()) await once(child, 'exit');
    },
  };
}
