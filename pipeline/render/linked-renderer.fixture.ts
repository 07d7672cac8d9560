import type { Content } from '@frontage/model/content';
import { parseMarkdown } from '@frontage/model/markdown';
import { messageOf } from '@frontage/model/messages';
import type { Rendered, Renderer } from './renderer.ts';
import { textRenderer } from './text-renderer.fixture.ts';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Renders pages as small HTML documents with titles, descriptions, a menu, texts and links, such as the site's. */
export function linkedRenderer(fingerprint = 'linked-1'): Renderer {
  const renderer = textRenderer(fingerprint);
  return {
    ...renderer,
    render: async (path, content): Promise<Rendered> => {
      try {
        const html = pageAt(path, content);
        if (html === null) return await renderer.render(path, content);
        return { ok: true, status: path === '/404' ? 404 : 200, contentType: 'text/html; charset=utf-8', body: html };
      } catch (error) {
        return { ok: false, message: messageOf(error) };
      }
    },
  };
}

function pageAt(path: string, content: Content): string | null {
  const [, kind, slug = ''] = path.split('/');
  const { branding, general } = content.site();
  if (path === '/') {
    const { hero, blocks } = content.homepage();
    const sections = [hero, ...blocks.map(({ section }) => section)].flatMap((section) => section ?? []);
    const texts = sections.map(
      ({ title, content: text }, at) =>
        `<h${at === 0 ? 1 : 2}>${escape(title)}</h${at === 0 ? 1 : 2}>${prose(text, content)}`,
    );
    return documentOf(content, {
      title: branding.site_name,
      description: general.site_description,
      main: texts.join(''),
    });
  }
  if (path === '/demos') {
    const cards = content.gallery().map((card) => `<a href="/demo/${card.slug}">${escape(card.heading)}</a>`);
    return documentOf(content, {
      title: 'Demos',
      description: general.site_description,
      main: `<h1>Demos</h1>${cards.join('')}`,
    });
  }
  if (path === '/404')
    return documentOf(content, { title: 'Missing', description: null, main: '<h1>Missing</h1>', robots: 'noindex' });
  const page = kind === 'page' ? content.page(slug) : null;
  const demo = kind === 'demo' ? content.demo(slug) : null;
  const title = page?.meta_title ?? page?.title ?? demo?.meta_title ?? demo?.heading;
  if (title === undefined) return null;
  return documentOf(content, {
    title,
    description: page?.meta_description ?? demo?.meta_description ?? general.site_description,
    main: `<h1>${escape(title)}</h1>${prose(page?.body ?? null, content)}`,
  });
}

const prose = (text: string | null, content: Content): string =>
  text === null
    ? ''
    : `<div class="prose">${parseMarkdown(text).html({ topHeading: 2, hasHeadingIds: true, addressOf: content.address, findDemo: content.shownDemo })}</div>`;

interface Document {
  title: string;
  description: string | null;
  main: string;
  robots?: string;
}

function documentOf(content: Content, { title, description, main, robots = 'index' }: Document): string {
  const menu = content.navigation().map(({ path, label }) => `<a href="${path}">${escape(label)}</a>`);
  const links = Object.values(content.site().social).flatMap((url) => url ?? []);
  const social = links.map((url) => `<a href="${url}">Social</a>`).join('');
  const meta = description === null ? '' : `<meta name="description" content="${escape(description)}">`;
  return `<!doctype html><html><head><title>${escape(title)}</title>${meta}<meta name="robots" content="${robots}"></head><body><header>${menu.join('')}</header><main id="main">${main}</main><footer>${social}</footer></body></html>`;
}
