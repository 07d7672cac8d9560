import type { APIRoute } from 'astro';
import { robotsFile } from '../features/sitemap/robots.ts';

export const GET: APIRoute = ({ locals }) =>
  new Response(robotsFile(locals.content.robots()), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
