import type { APIRoute } from 'astro';
import { sitemapPart } from '../features/sitemap/sitemap.server.ts';

export const GET: APIRoute = ({ params, locals: { content } }) => {
  const xml = sitemapPart(content.site().origin, content.sitemap(), Number(params['part']));
  return xml === null
    ? new Response(null, { status: 404 })
    : new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
};
