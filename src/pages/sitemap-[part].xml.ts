import type { APIRoute } from 'astro';
import { sitemapPart } from '../features/sitemap/sitemap.server.ts';

export const GET: APIRoute = ({ params, locals: { content } }) => {
  const entries = content.sitemapPart(params['part'] ?? '');
  return entries === null
    ? new Response(null, { status: 404 })
    : new Response(sitemapPart(content.site().origin, entries), {
        headers: { 'content-type': 'application/xml; charset=utf-8' },
      });
};
