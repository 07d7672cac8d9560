import { createHash } from 'node:crypto';
import { sitePaths, versionedPath } from '@frontage/model/paths';
import { defaultSettings } from '@frontage/model/settings';
import styles from '../../styles/site.css?inline';
import { themeFrom, themeStylesheet } from './theme.ts';

const fallback = defaultSettings.branding.primary_color ?? '#0F284C';

export interface Stylesheet {
  css: string;
  /** Its address changes whenever its bytes do, so that browsers may keep it for good. */
  href: string;
  /** Page backgrounds, for the browser's own chrome. */
  light: string;
  dark: string;
}

// Every page of a bulk render asks again; the answer depends on the colour alone.
const made = new Map<string, Stylesheet>();

/** The site's only stylesheet, in the brand's colours: one request, before anything is painted. */
export function stylesheet(primaryColor: string | null): Stylesheet {
  const color = (primaryColor ?? fallback).toLowerCase();
  const known = made.get(color);
  if (known) return known;
  const theme = themeFrom(color);
  const css = themeStylesheet(theme) + styles;
  const href = versionedPath(sitePaths.styles, createHash('sha256').update(css).digest('hex'));
  const sheet = { css, href, light: theme.light.paper, dark: theme.dark.paper };
  made.set(color, sheet);
  return sheet;
}
