import { contrast, distance, fromHex, toHex, type Oklch } from './color.ts';

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
 * Design tokens for a primary color (`#rrggbb`). Primary buttons have exactly this color. Text and links have a
 * contrast of at least 4.5:1 to their backgrounds.
 */
export function themeFrom(primary: string): Theme {
  const brand = fromHex(primary);
  const shade = (l: number, chroma: number): Oklch => ({ l, c: Math.min(brand.c, chroma), h: brand.h });

  const light = { paper: toHex(shade(0.988, 0.004)), tint: toHex(shade(0.955, 0.014)) };
  const lightPapers = [light.paper, light.tint];
  const dark = { paper: toHex(shade(0.165, 0.028)), tint: toHex(shade(0.215, 0.034)) };
  const darkPapers = [dark.paper, dark.tint];
  const night = toHex(shade(0.19, 0.05));
  const raised = toHex(shade(0.26, 0.06));
  const nights = [night, raised];

  const lightAccent = readable(brand, lightPapers, { step: darker });
  const darkAccent = readable(brand, darkPapers, { step: lighter });
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
      glow: readable(brand, nights, { step: lighter }),
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

/** The shades of links if the primary color has too little contrast; null if links have the primary color. */
export function linkShades(primary: string): { light: string | null; dark: string | null } {
  const { light, dark } = themeFrom(primary);
  const replacement = (accent: string) => (accent === primary.toLowerCase() ? null : accent);
  return { light: replacement(light.accent), dark: replacement(dark.accent) };
}

function shiftLightness(hex: string, by: number): Oklch {
  const color = fromHex(hex);
  return { ...color, l: Math.min(1, Math.max(0, color.l + by)) };
}

const declarations = (palette: Palette): string => `
  --paper: ${palette.paper};
  --tint: ${palette.tint};
  --line: ${palette.line};
  --border: ${palette.border};
  --ink: ${palette.ink};
  --muted: ${palette.muted};
  --accent: ${palette.accent};
  --accent-hover: ${palette.accentHover};
  --primary-edge: ${palette.primaryEdge};`;

/** The stylesheet of a theme: custom properties on `:root`, with dark values for `prefers-color-scheme: dark`. */
export function themeStylesheet({ primary, light, dark, night }: Theme): string {
  return `:root {
  --primary: ${primary.base};
  --primary-hover: ${primary.hover};
  --on-primary: ${primary.text};${declarations(light)}
  --night: ${night.base};
  --night-raised: ${night.raised};
  --on-night: ${night.text};
  --on-night-muted: ${night.muted};
  --night-line: ${night.line};
  --glow: ${night.glow};
  --night-primary-edge: ${night.primaryEdge};
}
@media (prefers-color-scheme: dark) {
:root {${declarations(dark)}
}
}
`;
}
