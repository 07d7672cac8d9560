import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { menuPages } from '../shared/content-source.ts';
import type { Contender } from './contender.ts';

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
[markup.goldmark.extensions]
typographer = false
linkify = false
[markup.goldmark.renderer]
hardWraps = true
${menu}`;

/** Hugo, with templates that contain less than those of Frontage: no schemas, pictures, consent or styles. */
export const hugo: Contender = {
  name: 'Hugo',
  version: () => /v[\d.]+/.exec(spawnSync('hugo', ['version'], { encoding: 'utf8' }).stdout)?.[0] ?? null,
  prepare: (folder, { bodies, pages }) => {
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    const items = Array.from(
      { length: menuPages },
      (_, index) => `[[menu.main]]\nname = "Page ${String(index)}"\nurl = "/page/page-${String(index)}.html"\n`,
    );
    write('config.toml', config(items.join('')));
    write('layouts/_default/single.html', page);
    write('layouts/index.html', home);
    for (let index = 0; index < pages; index += 1) {
      const { title, body } = bodies.at(index);
      write(`content/page/page-${String(index)}.md`, `---\ntitle: ${JSON.stringify(title)}\n---\n${body}\n`);
    }
    return Promise.resolve();
  },
  build: async (folder) => {
    rmSync(join(folder, 'public'), { recursive: true, force: true });
    const started = performance.now();
    await promisify(execFile)('hugo', ['--source', folder, '--quiet']);
    return performance.now() - started;
  },
};
