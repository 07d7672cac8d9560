import type { CornerRadius, Typeface } from './kinds/settings.ts';

/** The bundled typefaces of headings and of text. `width` is the average width of text relative to Jost. */
export const typefaces = {
  jost: { label: 'Jost', heading: 'Jost', text: 'Jost', width: 1 },
  grotesk: { label: 'Space Grotesk and Inter', heading: 'Space Grotesk', text: 'Inter', width: 1.12 },
  serif: { label: 'Source Serif and Source Sans', heading: 'Source Serif 4', text: 'Source Sans 3', width: 1 },
  bricolage: {
    label: 'Bricolage Grotesque and Public Sans',
    heading: 'Bricolage Grotesque',
    text: 'Public Sans',
    width: 1.1,
  },
  book: { label: 'Source Serif', heading: 'Source Serif 4', text: 'Source Serif 4', width: 1.13 },
} as const satisfies Record<Typeface, object>;

/** A bundled font. */
export type FontName = (typeof typefaces)[Typeface]['heading' | 'text'];

/** The corners of cards and pictures, and of buttons and fields. */
export const cornerRadii = {
  square: { label: 'Square', radius: '0', pill: '0' },
  soft: { label: 'Slightly rounded', radius: '0.5rem', pill: '0.5rem' },
  round: { label: 'Round', radius: '1.25rem', pill: '99px' },
} as const satisfies Record<CornerRadius, object>;

/** Minimum contrast of WCAG AA for text of any size. */
const minimumContrast = 4.5;

/** The colors of one appearance, each `#rrggbb`. */
interface Palette {
  /** Page background, and `tint`, the background of alternate blocks and fields. */
  paper: string;
  tint: string;
  /** Decorative lines, and `border`, the border of fields (contrast 3:1 to both backgrounds). */
  line: string;
  border: string;
  ink: string;
  muted: string;
  /** Links: the primary color, with its lightness changed only as far as contrast requires. */
  accent: string;
  accentHover: string;
  /** The border of a primary button: `transparent` if its fill is distinct from both backgrounds. */
  primaryEdge: string;
}

export interface Theme {
  /** The fill of primary buttons, exactly as entered, and the text on it. */
  primary: { base: string; hover: string; text: string };
  light: Palette;
  dark: Palette;
  /** The dark background of the hero, cards and password forms, equal in both appearances. */
  night: {
    base: string;
    raised: string;
    text: string;
    muted: string;
    line: string;
    /** Links and focus rings on this background. */
    glow: string;
    primaryEdge: string;
  };
}

/** Changes the lightness of `start` by `step` until the contrast to every background is at least `ratio`. */
function readable(start: Oklch, backgrounds: readonly string[], { step, ratio = minimumContrast }: Readable): string {
  let color = start;
  for (;;) {
    const hex = toHex(color);
    const isReadable = backgrounds.every((background) => contrast(hex, background) >= ratio);
    if (isReadable || color.l === (step < 0 ? 0 : 1)) return hex;
    color = { ...color, l: Math.min(1, Math.max(0, color.l + step)) };
  }
}

interface Readable {
  step: number;
  ratio?: number;
}

const darker = -0.01;
const lighter = 0.01;

/**
 * Design tokens for a primary color and the color of links (`#rrggbb`). Primary buttons have exactly the primary color.
 * Text and links have a contrast of at least 4.5:1 to their backgrounds.
 */
export function themeFrom(primary: string, links: string = primary): Theme {
  const [brand, linkColor] = [fromHex(primary), fromHex(links)];
  const shade = (l: number, chroma: number): Oklch => ({ l, c: Math.min(brand.c, chroma), h: brand.h });

  const light = { paper: toHex(shade(0.988, 0.004)), tint: toHex(shade(0.955, 0.014)) };
  const lightPapers = [light.paper, light.tint];
  const dark = { paper: toHex(shade(0.165, 0.028)), tint: toHex(shade(0.215, 0.034)) };
  const darkPapers = [dark.paper, dark.tint];
  const night = toHex(shade(0.19, 0.05));
  const raised = toHex(shade(0.26, 0.06));
  const nights = [night, raised];

  const lightAccent = readable(linkColor, lightPapers, { step: darker });
  const darkAccent = readable(linkColor, darkPapers, { step: lighter });
  const lightBorder = readable(shade(0.7, 0.03), lightPapers, { step: darker, ratio: 3 });
  const darkBorder = readable(shade(0.45, 0.03), darkPapers, { step: lighter, ratio: 3 });
  const nightBorder = readable(shade(0.5, 0.05), nights, { step: lighter, ratio: 3 });
  const edge = (papers: readonly string[], border: string): string =>
    papers.every((paper) => distance(primary, paper) >= distinct) ? 'transparent' : border;

  return {
    primary: fillFrom(primary, dark.paper),
    light: {
      ...light,
      line: toHex(shade(0.89, 0.018)),
      border: lightBorder,
      ink: readable(shade(0.24, 0.035), lightPapers, { step: darker, ratio: 7 }),
      muted: readable(shade(0.48, 0.03), lightPapers, { step: darker }),
      accent: lightAccent,
      accentHover: readable(shiftLightness(lightAccent, 0.1), lightPapers, { step: darker }),
      primaryEdge: edge(lightPapers, lightBorder),
    },
    dark: {
      ...dark,
      line: toHex(shade(0.31, 0.034)),
      border: darkBorder,
      ink: readable(shade(0.95, 0.012), darkPapers, { step: lighter, ratio: 7 }),
      muted: readable(shade(0.74, 0.026), darkPapers, { step: lighter }),
      accent: darkAccent,
      accentHover: readable(shiftLightness(darkAccent, 0.06), darkPapers, { step: lighter }),
      primaryEdge: edge(darkPapers, darkBorder),
    },
    night: {
      base: night,
      raised,
      text: readable(shade(0.97, 0.01), nights, { step: lighter, ratio: 7 }),
      muted: readable(shade(0.8, 0.03), nights, { step: lighter }),
      line: toHex(shade(0.38, 0.05)),
      glow: readable(linkColor, nights, { step: lighter }),
      primaryEdge: edge(nights, nightBorder),
    },
  };
}

/** The minimum OKLab distance at which a fill is distinct from its background. */
const distinct = 0.2;

const white = '#ffffff';

/** A fill with a text color of at least 4.5:1 contrast. White or black always has that contrast. */
function fillFrom(color: string, ink: string): Theme['primary'] {
  const base = color.toLowerCase();
  const text = [white, ink].find((each) => contrast(each, base) >= minimumContrast) ?? '#000000';
  const { l } = fromHex(base);
  // The hover color moves away from the text color, which increases contrast. Near black or white it moves the other
  // way.
  const away = text === white ? darker : lighter;
  const canMoveAway = text === white ? l > 0.2 : l < 0.93;
  const hover = shiftLightness(base, (canMoveAway ? 7 : -7) * away);
  return { base, text, hover: readable(hover, [text], { step: away }) };
}

/** The shades of links if their color has too little contrast; null if links have exactly this color. */
export function linkShades(color: string): { light: string | null; dark: string | null } {
  const { light, dark } = themeFrom(color);
  const replacement = (accent: string) => (accent === color.toLowerCase() ? null : accent);
  return { light: replacement(light.accent), dark: replacement(dark.accent) };
}

/** A contrast in words, such as `5.2:1, AA`: the levels of WCAG for text of any size. Rounded down. */
export function contrastVerdict(one: string, other: string): string {
  const ratio = Math.floor(10 * contrast(one, other)) / 10;
  const verdict = ratio >= 7 ? 'AAA' : ratio >= minimumContrast ? 'AA' : ratio >= 3 ? 'large text only' : 'too low';
  return `${ratio.toFixed(1)}:1, ${verdict}`;
}

function shiftLightness(hex: string, by: number): Oklch {
  const color = fromHex(hex);
  return { ...color, l: Math.min(1, Math.max(0, color.l + by)) };
}

/** The custom properties of one appearance. */
export const paletteProperties = (palette: Palette): string => `
  --paper: ${palette.paper};
  --tint: ${palette.tint};
  --line: ${palette.line};
  --border: ${palette.border};
  --ink: ${palette.ink};
  --muted: ${palette.muted};
  --accent: ${palette.accent};
  --accent-hover: ${palette.accentHover};
  --primary-edge: ${palette.primaryEdge};`;

/** The custom properties that are equal in both appearances. */
export const commonProperties = ({ primary, night }: Theme): string => `
  --primary: ${primary.base};
  --primary-hover: ${primary.hover};
  --on-primary: ${primary.text};
  --night: ${night.base};
  --night-raised: ${night.raised};
  --on-night: ${night.text};
  --on-night-muted: ${night.muted};
  --night-line: ${night.line};
  --glow: ${night.glow};
  --night-primary-edge: ${night.primaryEdge};`;

/** The fonts and corners of a site. */
export interface Shape {
  typeface: Typeface;
  corner_radius: CornerRadius;
}

/** The custom properties of fonts and corners. */
export function shapeProperties({ typeface, corner_radius }: Shape): string {
  const { heading, text } = typefaces[typeface];
  const { radius, pill } = cornerRadii[corner_radius];
  const family = (name: string): string =>
    `'${name}', '${name} fallback', ${name.includes('Serif') ? 'serif' : 'system-ui, sans-serif'}`;
  return `
  --font: ${family(text)};
  --font-heading: ${family(heading)};
  --radius: ${radius};
  --pill: ${pill};`;
}

/** The stylesheet of a theme: custom properties on `:root`, with dark values for `prefers-color-scheme: dark`. */
export const themeStylesheet = (
  theme: Theme,
  shape: Shape,
): string => `:root {${commonProperties(theme)}${shapeProperties(shape)}${paletteProperties(theme.light)}
}
@media (prefers-color-scheme: dark) {
:root {${paletteProperties(theme.dark)}
}
}
`;

/** A color in OKLCH: lightness 0–1, chroma from 0, hue in degrees. */
interface Oklch {
  l: number;
  c: number;
  h: number;
}

type Triple = readonly [number, number, number];

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

const toGamma = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;

const channels = (hex: string): Triple => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
};

/** Converts `#rrggbb` to OKLCH. Source: Björn Ottosson, "A perceptual color space for image processing". */
export function fromHex(hex: string): Oklch {
  const [r, g, b] = channels(hex).map(toLinear) as unknown as Triple;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: (Math.atan2(bb, a) * 180) / Math.PI,
  };
}

function toRgb({ l, c, h }: Oklch): Triple {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    toGamma(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    toGamma(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    toGamma(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

const inGamut = (rgb: Triple): boolean => rgb.every((channel) => channel >= -0.0005 && channel <= 1.0005);

/** Converts OKLCH to `#rrggbb`. Chroma is lowered until the color is in the sRGB gamut. */
export function toHex(color: Oklch): string {
  let { c } = color;
  while (c > 0 && !inGamut(toRgb({ ...color, c }))) c = Math.max(0, c - 0.002);
  const hex = toRgb({ ...color, c }).map((channel) =>
    Math.round(Math.min(1, Math.max(0, channel)) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}

/**
 * The perceived difference of two `#rrggbb` colors: their Euclidean distance in OKLab (0: equal, 1: black and white).
 */
export function distance(a: string, b: string): number {
  const [first, second] = [fromHex(a), fromHex(b)];
  const along = (part: 'cos' | 'sin', { c, h }: Oklch): number => c * Math[part]((h * Math.PI) / 180);
  return Math.hypot(
    first.l - second.l,
    along('cos', first) - along('cos', second),
    along('sin', first) - along('sin', second),
  );
}

const luminance = (hex: string): number => {
  const [r, g, b] = channels(hex).map(toLinear) as unknown as Triple;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** Contrast of two `#rrggbb` colors, 1–21. Source: WCAG 2.2, "contrast ratio". */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
