import { createHash } from 'node:crypto';
import { focalStyles } from '@frontage/model/media';
import { sitePaths, versionedPath } from '@frontage/model/paths';
import { defaultSettings, type Settings } from '@frontage/model/kinds/settings';
import { type FontName, themeFrom, themeStylesheet, typefaces } from '@frontage/model/theme';
import jost from '../../styles/fonts/jost.ts';
import bricolage from '../../styles/fonts/bricolage-grotesque.ts';
import inter from '../../styles/fonts/inter.ts';
import publicSans from '../../styles/fonts/public-sans.ts';
import sourceSans from '../../styles/fonts/source-sans-3.ts';
import sourceSerif from '../../styles/fonts/source-serif-4.ts';
import spaceGrotesk from '../../styles/fonts/space-grotesk.ts';
import styles from '../../styles/site.css?inline';

const fallback = defaultSettings.branding.primary_color ?? '#0F284C';

/** The styles of each font. A site has those of its typefaces only. */
const fonts: Record<FontName, string> = {
  Jost: jost,
  'Bricolage Grotesque': bricolage,
  Inter: inter,
  'Public Sans': publicSans,
  'Source Sans 3': sourceSans,
  'Source Serif 4': sourceSerif,
  'Space Grotesk': spaceGrotesk,
};

/** The settings that decide the styles. */
type Look = Pick<Settings['branding'], 'primary_color' | 'accent_color' | 'typeface' | 'corner_radius'>;

export interface Stylesheet {
  css: string;
  /** The address contains a hash of the content, so that browsers may cache it forever. */
  href: string;
  /** Page backgrounds, for the browser's own UI. */
  light: string;
  dark: string;
}

// Every page of a bulk render calls this; the result depends on the settings alone.
const sheets = new Map<string, Stylesheet>();

/** The site's only stylesheet, in the brand's colors and fonts: one request before the first paint. */
export function stylesheet({ primary_color, accent_color, typeface, corner_radius }: Look): Stylesheet {
  const color = (primary_color ?? fallback).toLowerCase();
  const key = [color, accent_color, typeface, corner_radius].join();
  const known = sheets.get(key);
  if (known) return known;
  const theme = themeFrom(color, accent_color ?? color);
  const { heading, text } = typefaces[typeface];
  const faces = [...new Set([heading, text])].map((name) => fonts[name]).join('');
  const css = themeStylesheet(theme, { typeface, corner_radius }) + faces + styles + focalStyles;
  const href = versionedPath(sitePaths.styles, createHash('sha256').update(css).digest('hex'));
  const sheet = { css, href, light: theme.light.paper, dark: theme.dark.paper };
  sheets.set(key, sheet);
  return sheet;
}
