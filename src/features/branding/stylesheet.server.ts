import { createHash } from 'node:crypto';
import { sitePaths, versionedPath } from '@frontage/model/paths';
import { defaultSettings } from '@frontage/model/settings';
import { themeFrom, themeStylesheet } from '@frontage/model/theme';
import styles from '../../styles/site.css?inline';

const fallback = defaultSettings.branding.primary_color ?? '#0F284C';

export interface Stylesheet {
  css: string;
  /** The address contains a hash of the content, so that browsers may cache it forever. */
  href: string;
  /** Page backgrounds, for the browser's own UI. */
  light: string;
  dark: string;
}

// Every page of a bulk render calls this; the result depends on the color alone.
const sheets = new Map<string, Stylesheet>();

/** The site's only stylesheet, in the brand's colors: one request before the first paint. */
export function stylesheet(primaryColor: string | null): Stylesheet {
  const color = (primaryColor ?? fallback).toLowerCase();
  const known = sheets.get(color);
  if (known) return known;
  const theme = themeFrom(color);
  const css = themeStylesheet(theme) + styles;
  const href = versionedPath(sitePaths.styles, createHash('sha256').update(css).digest('hex'));
  const sheet = { css, href, light: theme.light.paper, dark: theme.dark.paper };
  sheets.set(color, sheet);
  return sheet;
}
