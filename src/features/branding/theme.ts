import { contrast, fromHex, toHex, type Oklch } from './color.ts';

/** WCAG AA for text of any size. */
const minimumContrast = 4.5;

/** The colours of one appearance, each `#rrggbb`. */
interface Palette {
  /** Page background, and the tinted one behind alternate blocks and fields. */
  paper: string;
  tint: string;
  /** Hairlines that carry no meaning alone, and the border of fields (3:1 against both papers). */
  line: string;
  border: string;
  ink: string;
  muted: string;
  /** The primary colour, moved in lightness only as far as contrast asks. */
  accent: string;
  accentHover: string;
  onAccent: string;
}

export interface Theme {
  light: Palette;
  dark: Palette;
  /** The deep panel behind the hero, cards and gates, the same in both appearances. */
  night: { base: string; raised: string; text: string; muted: string; line: string; glow: string };
}

/** The colour nearest to `start` in the direction of `step` that keeps `ratio` against every background. */
function readable(start: Oklch, backgrounds: readonly string[], { step, ratio = minimumContrast }: Readable): string {
  let color = start;
  for (;;) {
    const hex = toHex(color);
    const isReadable = backgrounds.every((background) => contrast(hex, background) >= ratio);
    if (isReadable || color.l <= 0 || color.l >= 1) return hex;
    color = { ...color, l: Math.min(1, Math.max(0, color.l + step)) };
  }
}

interface Readable {
  step: number;
  ratio?: number;
}

const darker = -0.01;
const lighter = 0.01;

/** Design tokens for a primary colour (`#rrggbb`): text and accents keep 4.5:1 on every paper they stand on. */
export function themeFrom(primary: string): Theme {
  const brand = fromHex(primary);
  const shade = (l: number, chroma: number): Oklch => ({ l, c: Math.min(brand.c, chroma), h: brand.h });

  const light = { paper: toHex(shade(0.988, 0.004)), tint: toHex(shade(0.955, 0.014)) };
  const lightPapers = [light.paper, light.tint];
  const dark = { paper: toHex(shade(0.165, 0.028)), tint: toHex(shade(0.215, 0.034)) };
  const darkPapers = [dark.paper, dark.tint];
  const night = toHex(shade(0.19, 0.05));
  const raised = toHex(shade(0.26, 0.06));

  const lightAccent = readable(brand, lightPapers, { step: darker });
  const darkAccent = readable({ ...brand, l: Math.max(brand.l, 0.72) }, darkPapers, { step: lighter });
  const onAccent = (accent: string, papers: { light: string; dark: string }): string =>
    contrast(papers.light, accent) >= minimumContrast ? papers.light : papers.dark;

  return {
    light: {
      ...light,
      line: toHex(shade(0.89, 0.018)),
      border: readable(shade(0.7, 0.03), lightPapers, { step: darker, ratio: 3 }),
      ink: readable(shade(0.24, 0.035), lightPapers, { step: darker, ratio: 7 }),
      muted: readable(shade(0.48, 0.03), lightPapers, { step: darker }),
      accent: lightAccent,
      accentHover: readable(shiftLightness(lightAccent, 0.1), lightPapers, { step: darker }),
      onAccent: onAccent(lightAccent, { light: light.paper, dark: dark.paper }),
    },
    dark: {
      ...dark,
      line: toHex(shade(0.31, 0.034)),
      border: readable(shade(0.45, 0.03), darkPapers, { step: lighter, ratio: 3 }),
      ink: readable(shade(0.95, 0.012), darkPapers, { step: lighter, ratio: 7 }),
      muted: readable(shade(0.74, 0.026), darkPapers, { step: lighter }),
      accent: darkAccent,
      accentHover: readable(shiftLightness(darkAccent, 0.06), darkPapers, { step: lighter }),
      onAccent: onAccent(darkAccent, { light: light.paper, dark: dark.paper }),
    },
    night: {
      base: night,
      raised,
      text: readable(shade(0.97, 0.01), [night, raised], { step: lighter, ratio: 7 }),
      muted: readable(shade(0.8, 0.03), [night, raised], { step: lighter }),
      line: toHex(shade(0.38, 0.05)),
      // The sun to the brand's sky: its complement, always light enough to be text.
      glow: readable({ l: 0.82, c: 0.11, h: brand.h + 180 }, [night, raised], { step: lighter }),
    },
  };
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
  --on-accent: ${palette.onAccent};`;

/** The stylesheet that carries a theme: custom properties on the root, dark ones under the visitor's preference. */
export function themeStylesheet({ light, dark, night }: Theme): string {
  return `:root {${declarations(light)}
  --night: ${night.base};
  --night-raised: ${night.raised};
  --on-night: ${night.text};
  --on-night-muted: ${night.muted};
  --night-line: ${night.line};
  --glow: ${night.glow};
}
@media (prefers-color-scheme: dark) {
:root {${declarations(dark)}
}
}
`;
}
