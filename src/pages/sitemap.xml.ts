import type { APIRoute } from 'astro';
import { sitemapFile } from '../features/sitemap/sitemap.server.ts';

export const GET: APIRoute = ({ locals: { content } }) =>
  new Response(sitemapFile(content.site().origin, content.sitemap()), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
