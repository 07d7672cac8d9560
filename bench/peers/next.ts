import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '../shared/lighthouse.ts';
import { menuPages } from '../shared/content-source.ts';
import type { Contender, EditedPage } from './contender.ts';
import { installed, installedPackages, versionOf } from './install.ts';

const page = `import { readdirSync, readFileSync } from 'node:fs';
import Head from 'next/head';
import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt({ html: false, breaks: true });
const menu = Array.from({ length: ${String(menuPages)} }, (_, index) => ({ name: 'Page ' + index, slug: 'page-' + index }));

export const getStaticPaths = () => ({
  paths: readdirSync('content').map((file) => ({ params: { slug: file.replace('.json', '') } })),
  fallback: 'blocking',
});

export const getStaticProps = ({ params }) => {
  const { title, body } = JSON.parse(readFileSync('content/' + params.slug + '.json', 'utf8'));
  return { props: { slug: params.slug, title, html: markdown.render(body) } };
};

export default function Page({ slug, title, html }) {
  return (
    <>
      <Head>
        <title>{title}</title>
        <link rel="canonical" href={'https://site.example/page/' + slug} />
        <meta property="og:title" content={title} />
      </Head>
      <header>
        <a href="/">A site</a>
        <nav>
          <ul>
            {menu.map((item) => (
              <li key={item.slug}>
                <a href={'/page/' + item.slug} aria-current={item.slug === slug ? 'page' : undefined}>{item.name}</a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main>
        <article>
          <h1>{title}</h1>
          <div dangerouslySetInnerHTML={{ __html: html }} />
        </article>
      </main>
      <footer>
        <p>A site</p>
      </footer>
    </>
  );
}
`;
const revalidate = `export default async function handler(request, response) {
  await response.revalidate('/page/' + request.query.slug);
  response.json({});
}
`;

const slugOf = (index: number): string => `page-${String(index)}`;
const writePage = (folder: string, { index, title, body }: EditedPage): void =>
  writeFileSync(join(folder, 'content', `${slugOf(index)}.json`), JSON.stringify({ title, body }));

/** Next with its Pages Router: a server renders an edited page again on demand (ISR). */
export function next(): Contender {
  let server: { process: ChildProcess; origin: string } | null = null;

  const start = (folder: string, args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [join(installed('next'), 'dist/bin/next'), ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    });

  const serve = async (folder: string) => {
    const port = String(await freePort());
    const child = start(folder, ['start', '--port', port]);
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on('data', (text: Buffer) => text.includes('Ready') && resolve());
      child.once('exit', () => reject(new Error('Next does not start')));
    });
    return { process: child, origin: `http://localhost:${port}` };
  };

  return {
    name: 'Next, Pages Router',
    version: () => versionOf('next'),
    prepare: (folder, { bodies, pages }) => {
      const write = (path: string, text: string): void => {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      };
      write('package.json', '{ "private": true }');
      write('next.config.mjs', 'export default {};');
      write('pages/page/[slug].jsx', page);
      write('pages/api/revalidate.js', revalidate);
      mkdirSync(join(folder, 'content'));
      symlinkSync(installedPackages, join(folder, 'node_modules'));
      for (let index = 0; index < pages; index += 1) writePage(folder, { index, ...bodies.at(index) });
      return Promise.resolve();
    },
    build: async (folder) => {
      rmSync(join(folder, '.next'), { recursive: true, force: true });
      const started = performance.now();
      // The other bundler of Next does not load packages from outside the project.
      const [code] = (await once(start(folder, ['build', '--webpack']), 'exit')) as [number];
      if (code !== 0) throw new Error('Next could not build');
      return performance.now() - started;
    },
    edit: async (folder, edited) => {
      server ??= await serve(folder);
      const slug = slugOf(edited.index);
      writePage(folder, edited);
      const started = performance.now();
      await fetch(`${server.origin}/api/revalidate?slug=${slug}`);
      for (;;) {
        const text = await (await fetch(`${server.origin}/page/${slug}`)).text();
        if (text.includes(edited.title)) return performance.now() - started;
      }
    },
    end: async () => {
      const child = server?.process;
      server = null;
      if (child?.kill()) await once(child, 'exit');
    },
  };
}
