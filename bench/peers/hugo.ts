import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../shared/lighthouse.ts';
import { menuPages } from '../shared/content-source.ts';
import type { Contender, EditedPage } from './contender.ts';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ .Title }}</title>
<meta name="description" content="{{ truncate 160 .Plain }}">
<link rel="canonical" href="{{ .Permalink }}">
<meta property="og:title" content="{{ .Title }}">
<meta property="og:url" content="{{ .Permalink }}">
</head>
<body>
<header><a href="/">{{ .Site.Title }}</a><nav><ul>
{{ range .Site.Menus.main }}<li><a href="{{ .URL }}"{{ if eq .URL $.RelPermalink }} aria-current="page"{{ end }}>{{ .Name }}</a></li>
{{ end }}</ul></nav></header>
<main><article><h1>{{ .Title }}</h1>{{ .Content }}</article></main>
<footer><p>{{ .Site.Title }}</p></footer>
</body>
</html>
`;
const home = `<!doctype html><html lang="en"><head><title>{{ .Site.Title }}</title></head><body><h1>{{ .Site.Title }}</h1></body></html>\n`;
const config = (menu: string): string => `baseURL = "https://site.example/"
title = "A site"
disableKinds = ["taxonomy", "term", "section", "RSS"]
uglyURLs = true
[markup.highlight]
codeFences = false
[markup.goldmark.extensions]
typographer = false
linkify = false
[markup.goldmark.renderer]
hardWraps = true
${menu}`;

/**
 * Hugo, with templates that contain less than those of Frontage: no schemas, pictures, consent or styles. It does not
 * highlight code, as Frontage does not either. An edit is measured with `hugo server`, which serves from memory.
 */
export function hugo(): Contender {
  let server: { process: ChildProcess; origin: string } | null = null;

  const write = (folder: string, path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const slugOf = (index: number): string => `page-${String(index)}`;
  const writePage = (folder: string, { index, title, body }: EditedPage): void =>
    write(folder, `content/page/${slugOf(index)}.md`, `---\ntitle: ${JSON.stringify(title)}\n---\n${body}\n`);

  const serve = async (folder: string) => {
    const port = String(await freePort());
    const origin = `http://127.0.0.1:${port}`;
    const args = ['server', '--source', folder, '--bind', '127.0.0.1', '--port', port, '--baseURL', origin];
    const child = spawn('hugo', [...args, '--disableLiveReload', '--quiet'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('hugo server does not start')));
    const isServing = async (): Promise<void> => {
      while (!(await fetch(origin).catch(() => null))?.ok) await pause(20);
    };
    await Promise.race([isServing(), ended]);
    ended.catch(() => undefined);
    return { process: child, origin };
  };

  return {
    name: 'Hugo',
    version: () => /v[\d.]+/.exec(spawnSync('hugo', ['version'], { encoding: 'utf8' }).stdout)?.[0] ?? null,
    prepare: (folder, { bodies, pages }) => {
      const items = Array.from(
        { length: menuPages },
        (_, index) => `[[menu.main]]\nname = "Page ${String(index)}"\nurl = "/page/${slugOf(index)}.html"\n`,
      );
      write(folder, 'config.toml', config(items.join('')));
      write(folder, 'layouts/_default/single.html', page);
      write(folder, 'layouts/index.html', home);
      for (let index = 0; index < pages; index += 1) writePage(folder, { index, ...bodies.at(index) });
      return Promise.resolve();
    },
    build: async (folder) => {
      rmSync(join(folder, 'public'), { recursive: true, force: true });
      const started = performance.now();
      await promisify(execFile)('hugo', ['--source', folder, '--quiet']);
      return performance.now() - started;
    },
    edit: async (folder, edited) => {
      server ??= await serve(folder);
      const started = performance.now();
      writePage(folder, edited);
      for (;;) {
        const text = await (await fetch(`${server.origin}/page/${slugOf(edited.index)}.html`)).text();
        if (text.includes(edited.title)) return performance.now() - started;
        await pause(2);
      }
    },
    end: async () => {
      const child = server?.process;
      server = null;
      if (child?.kill()) await once(child, 'exit');
    },
  };
}
