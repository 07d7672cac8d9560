import type { APIRoute } from 'astro';
import { defaultSettings } from '@frontage/model/settings';
import { themeFrom, themeStylesheet } from '../../features/branding/theme.ts';

const fallback = defaultSettings.branding.primary_color ?? '#0F284C';

export const GET: APIRoute = ({ locals }) => {
  const { primary_color } = locals.content.site().branding;
  const css = themeStylesheet(themeFrom((primary_color ?? fallback).toLowerCase()));
  return new Response(css, { headers: { 'content-type': 'text/css; charset=utf-8' } });
};
