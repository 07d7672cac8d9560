/** A color in OKLCH: lightness 0–1, chroma from 0, hue in degrees. */
export interface Oklch {
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
