import type { Content } from '@frontage/model/content';
import { parseDocumentLink, referenceTo } from '@frontage/model/document-link';
import { archiveAt, slugAt } from '@frontage/model/kinds/kinds';
import { messageOf } from '@frontage/model/messages';
import type { Rendered, Renderer } from './renderer.ts';

/** The text of a route of the text site; null for an unknown route. Every query is used by a route. */
function textOf(path: string, content: Content): unknown {
  const chrome = () => [content.site().branding, content.navigation()];
  const [, kind, slug = ''] = path.split('/');
  if (kind === 'page') {
    const page = content.page(slug);
    const picture = page?.og_image_url && content.image(page.og_image_url);
    return (
      page && [
        chrome(),
        page,
        picture,
        demosIn(page.body, content),
        namesIn(page.body, content),
        listsIn(page.body, content),
        addressesIn(page.body, content),
      ]
    );
  }
  if (kind === 'demo') {
    const demo = content.demo(slug);
    return demo && [chrome(), demo, demo.og_image_url && content.image(demo.og_image_url)];
  }
  const part = /^\/sitemap-(.+)\.xml$/.exec(path)?.[1];
  if (part !== undefined) return content.sitemapPart(part);
  const shard = /^\/search\/(.+)\.txt$/.exec(path)?.[1];
  if (shard !== undefined) return content.searchShard(shard);
  switch (path) {
    case '/': {
      const homepage = content.homepage();
      const sections = [homepage.hero, ...homepage.blocks.map(({ section }) => section)];
      return [chrome(), homepage, sections.map((section) => addressesIn(section?.content ?? null, content))];
    }
    case '/demos':
      return [chrome(), content.gallery()];
    case '/404':
      return chrome();
    case '/search':
      return [chrome(), content.site().language];
    case '/feed.xml':
      return content.newestPages().map((each) => content.page(each));
    case '/robots.txt':
      return content.robots();
    case '/sitemap.xml':
      return content.sitemap();
    default:
      return furtherText(path, content);
  }
}

/** The text of a route of a further kind: a page or the feed of its archive, or a document. */
function furtherText(path: string, content: Content): unknown {
  const chrome = () => [content.site().branding, content.navigation()];
  const archive = archiveAt(path);
  if (archive !== null) {
    const { kind, address } = archive;
    if (address === 'feed')
      return content.list(kind)?.cards.map((card) => content.entry(`${kind}:${slugAt(card.path)?.slug ?? ''}`));
    const where = address.tag === null ? {} : { where: { [archive.archive.tags ?? '']: address.tag } };
    const list = content.list(kind, { page: address.page, ...where });
    return list && [chrome(), list];
  }
  const found = slugAt(path);
  const name = found === null ? '' : `${found.kind}:${found.slug}`;
  const entry = content.entry(name);
  return entry && [chrome(), entry, content.neighbors(name)];
}

/** The addresses of the links by id in a text. */
const addressesIn = (text: string | null, content: Content): (string | null)[] =>
  [...(text ?? '').matchAll(/(?:\]\(|href=")([^)"]+)/g)].flatMap(([, target = '']) => {
    const link = parseDocumentLink(target);
    return link === null ? [] : content.address(referenceTo(link));
  });

/** The names of the documents that the buttons of a text link to. */
const namesIn = (text: string | null, content: Content): (string | undefined)[] =>
  [...(text ?? '').matchAll(/::button\[.*\]\{href="([^"#]*)/g)].map(([, link = '']) => content.linked(link)?.name);

/** The newest documents of the kinds that a text names after `LIST`. */
const listsIn = (text: string | null, content: Content): unknown[] =>
  [...(text ?? '').matchAll(/LIST (\w+)/g)].map(([, kind = '']) => content.list(kind, { limit: 3 }));

/** The demos that a text shows. */
const demosIn = (text: string | null, content: Content): unknown[] =>
  [...(text ?? '').matchAll(/::demo\[.*\]\{id="(.*)"\}/g)].map(([, id = '']) => content.shownDemo(id));

/** The text renderer, with every page as an HTML document. */
export function htmlRenderer(fingerprint = 'html-1'): Renderer {
  const renderer = textRenderer(fingerprint);
  return {
    ...renderer,
    render: async (path, content) => {
      const page = await renderer.render(path, content);
      const isPage = page.ok && !/\.(txt|xml)$/.test(path);
      if (!isPage) return page;
      const body = `<html><head><title>A</title></head><body class="page">${String(page.body)}</body></html>`;
      return { ...page, contentType: 'text/html; charset=utf-8', body };
    },
  };
}

/**
 * A renderer without compilation: every route is the JSON of its queries. A text that contains `THROW` throws like a
 * faulty template.
 */
export function textRenderer(fingerprint = 'text-1'): Renderer {
  return {
    fingerprint,
    fixedRoutes: ['/', '/404', '/demos', '/robots.txt', '/sitemap.xml', '/search', '/feed.xml'],
    render: (path, content): Promise<Rendered> => {
      try {
        const answer = textOf(path, content);
        const text = `${fingerprint} ${JSON.stringify(answer)}`;
        if (text.includes('THROW')) throw new Error('The template threw');
        const status = answer === null || path === '/404' ? 404 : 200;
        return Promise.resolve({ ok: true, status, contentType: 'text/plain', body: text });
      } catch (error) {
        return Promise.resolve({ ok: false, message: messageOf(error) });
      }
    },
  };
}
