import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readImport } from '../../../cli/content/import-files.ts';
import { compileSite } from '../../../pipeline/adapters/astro/compile.ts';
import { openPipeline } from '../../../pipeline/pipeline.ts';
import { aRedirect } from '../../../pipeline/sync/documents.fixture.ts';
import { memorySource } from '../../../pipeline/sync/memory-source.fixture.ts';
import { compiledFolder } from '../../data-folders.ts';
import { sized } from '../../full.ts';
import { offlineOptions, root } from './real-site.ts';

const count = sized(2_500, 60);
const folder = mkdtempSync(join(tmpdir(), 'frontage-health-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const slugOf = (index: number): string => `document-${String(index % count)}`;
const isDraft = (index: number): boolean => index % 10 === 7;

/** The links of a document, each with whether it works. Every form of a link occurs, some of them rarely. */
function linksOf(index: number): [href: string, works: boolean][] {
  const [near, far] = [index + 1, index * 7 + 3];
  const target = (to: number): boolean => !isDraft(to % count);
  return [
    [`/page/${slugOf(near)}`, target(near)],
    [`/${slugOf(far)}?from=list#part`, target(far)],
    [`${offlineOptions.config.origin}/page/${slugOf(far + 1)}/`, target(far + 1)],
    ...(index % 3 === 0 ? [[`/page/missing-${String(index)}`, false] as [string, boolean]] : []),
    ...(index % 5 === 0 ? [[`/old/${String(index % 4)}`, index % 4 !== 3] as [string, boolean]] : []),
    ...(index % 11 === 0 ? [[`/page/%C3%BCber-${String(index)}`, false] as [string, boolean]] : []),
    ['/demos', true],
    ['/sitemap.xml', true],
    ['mailto:someone@example.org', true],
    ['https://elsewhere.example/gone', true],
  ];
}

function bodyOf(index: number): string {
  const links = linksOf(index).map(([href], at) => `- [Link ${String(at)}](${href})`);
  return [`## Part`, `See [the next](page:d${String((index + 2) % count)}).`, ...links].join('\n\n');
}

const page = (index: number) => ({
  title: `Document ${String(index)}`,
  slug: slugOf(index),
  body: bodyOf(index),
  meta_title: null,
  meta_description: null,
  og_image_url: null,
  is_published: !isDraft(index),
  parent_id: null,
  show_in_menu: index < 4,
  menu_order: index,
  nav_label: null,
});

/** The dead links of an export: reads its files alone, and knows nothing of the pipeline. */
function crawl(exported: string): string[] {
  const files = readdirSync(exported, { recursive: true }).map((path) => `/${String(path)}`);
  const redirects = new Map(
    readFileSync(join(exported, '_redirects'), 'utf8')
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  );
  const exists = (address: string): boolean => {
    const path = decodeURIComponent(address === '/' ? '/index' : address.replace(/\/$/, ''));
    const to = redirects.get(path);
    if (to === undefined) return existsSync(join(exported, `${path}.html`)) || existsSync(join(exported, path));
    return !to.startsWith('/') || exists(to);
  };
  return files
    .filter((path) => /^\/(index|demos|page\/.*|demo\/.*)\.html$/.test(path))
    .flatMap((path) => {
      const address = path === '/index.html' ? '/' : path.slice(0, -'.html'.length);
      const html = readFileSync(join(exported, path), 'utf8');
      const links = new Set(Array.from(html.matchAll(/<a\s[^>]*?href="([^"]*)"/g), ([, href = '']) => href));
      return [...links]
        .filter((href) => {
          const { origin, pathname } = new URL(href, offlineOptions.config.origin + address);
          return origin === offlineOptions.config.origin && !exists(pathname);
        })
        .map((href) => `${address} → ${href}`);
    })
    .sort();
}

it(`finds the same dead links as a crawl of the export of ${String(count)} imported documents`, async () => {
  const source = memorySource();
  const documents = Array.from({ length: count }, (_, index): [string, object] => [`d${String(index)}`, page(index)]);
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(Object.fromEntries(documents)));
  const { entries, refused } = readImport(folder);
  expect(refused).toEqual([]);
  const at = '2026-01-01T00:00:00.000Z';
  const stamps = { rev: 1, created_at: at, created_by: 'a', updated_at: at, updated_by: 'a' };
  for (const { document, fields } of entries) source.set(document, { ...fields, ...stamps });
  const targets = ['/page/document-1', '/document-2', 'https://elsewhere.example/', '/page/nothing'];
  targets.forEach((to, index) => source.set(`redirects/r${String(index)}`, aRedirect(`/old/${String(index)}`, to)));

  const compiled = await compileSite({ root, outDir: join(compiledFolder, 'compiled'), log: () => undefined });
  const pipeline = await openPipeline({
    ...offlineOptions,
    dataDir: join(folder, 'data'),
    compiled,
    // The validator takes minutes for so many pages, and finds no links.
    ports: { source, health: { validator: null } },
  });
  try {
    await pipeline.reconcile();
    await pipeline.exportTo(join(folder, 'export'));
    await pipeline.health.settle();
    const found = pipeline.health
      .findings()
      .filter(
        ({ rule, document }) => ['dead-link', 'unpublished-link'].includes(rule) && document?.startsWith('pages/'),
      )
      .filter(({ find }) => !find?.startsWith('page:'))
      .map(({ path, find }) => `${path} → ${String(find)}`)
      .sort();
    const known = documents.flatMap((_, index) =>
      isDraft(index)
        ? []
        : linksOf(index)
            .filter(([, works]) => !works)
            .map(([href]) => `/page/${slugOf(index)} → ${href}`),
    );
    expect(found.length).toBeGreaterThan(count / 3);
    expect(found).toEqual(crawl(join(folder, 'export')));
    expect(found).toEqual(known.sort());
  } finally {
    await pipeline.close();
  }
}, 600_000);
