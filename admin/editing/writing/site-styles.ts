import { themeFrom, type Theme } from '@frontage/model/theme';
import article from '../../../src/styles/article.css?inline';
import base from '../../../src/styles/base.css?inline';
import fonts from '../../../src/styles/fonts.css?inline';

type Palette = Theme['light'];

const colors = ({ paper, tint, line, border, ink, muted, accent, accentHover }: Palette): string =>
  `--paper:${paper};--tint:${tint};--line:${line};--border:${border};--ink:${ink};--muted:${muted};--accent:${accent};--accent-hover:${accentHover};`;

/** The site's styles of text in the brand's colors, for elements inside `.site-text` only. */
export function siteTextStyles(primary: string): string {
  const { light, dark } = themeFrom(primary);
  // The root of the site is the element with the class here.
  const scoped = (base + article).replace(/(^|[\s},])(?::root|html)(?=[\s,{])/g, '$1&');
  return `${fonts}
.site-text{${colors(light)}}
.dark .site-text{${colors(dark)}}
.site-text{${scoped}}`;
}
