/** The addresses of a font's files. `basic` is a data URL. */
interface Files {
  basic: string;
  latin: string;
  latinExt: string;
}

/** Percentages that give Arial the metrics of a font. */
interface Metrics {
  size: number;
  ascent: number;
  descent: number;
}

interface Font {
  files: Files;
  /** At weight 400. */
  regular: Metrics;
  /** At weights 500 to 600. */
  strong: Metrics;
}

const ranges: Record<keyof Files, string> = {
  basic: 'U+20-7E,U+A0,U+A9,U+B7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026',
  latin:
    'U+A1-A8,U+AA-B6,U+B8-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+201A-201B,U+201E-2020,U+2030,U+2039-203A,U+2044,U+20AC,U+2122,U+2212',
  latinExt:
    'U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
};

/**
 * The `@font-face` rules of a font with the weights 400 to 600.
 *
 * Basic Latin is inlined in the stylesheet: text is painted once, in its final font, after one request. A file
 * `*-basic.woff2` is the `*-latin-wght-normal.woff2` of the package (OFL.txt) with the characters of `basic` and
 * kerning, made with fonttools (subset, instancer). Other letters are in separate files. Until these load, letters are
 * shown in Arial with the metrics of the font at each weight, so that text does not move.
 */
export function fontFaces(family: string, { files, regular, strong }: Font): string {
  const face = (part: keyof Files, display: string): string =>
    `@font-face{font-family:"${family}";src:url("${files[part]}") format("woff2");font-weight:400 600;font-display:${display};unicode-range:${ranges[part]}}`;
  const fallback = (weight: string, { size, ascent, descent }: Metrics): string =>
    `@font-face{font-family:"${family} fallback";src:local("Arial"),local("Liberation Sans"),local("Helvetica");font-weight:${weight};size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`;
  return [
    face('basic', 'block'),
    face('latin', 'swap'),
    face('latinExt', 'swap'),
    fallback('400', regular),
    fallback('500 600', strong),
  ].join('');
}
