import type { APIRoute } from 'astro';
import { stylesheet } from '../../features/branding/stylesheet.server.ts';

export const GET: APIRoute = ({ locals }) =>
  new Response(stylesheet(locals.content.site().branding.primary_color).css, {
    headers: { 'content-type': 'text/css; charset=utf-8' },
  });
