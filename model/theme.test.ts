import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contrast,
  contrastVerdict,
  distance,
  fromHex,
  linkShades,
  themeFrom,
  themeStylesheet,
  toHex,
} from './theme.ts';

const hexColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('color functions', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#0f284c', '#ffffff', 14.7],
  ])('contrast of %s on %s is %d', (a, b, expected) => {
    expect(contrast(a, b)).toBeCloseTo(expected, 1);
  });

  test('every sRGB color survives the conversion to OKLCH and back', () => {
    fc.assert(fc.property(hexColor, (hex) => toHex(fromHex(hex)) === hex));
  });

  test('distance is 0 for equal colors and 1 from black to white', () => {
    expect(distance('#7a1fa2', '#7a1fa2')).toBe(0);
    expect(distance('#000000', '#ffffff')).toBeCloseTo(1, 2);
  });
});

describe('theme', () => {
  test('text and links have a contrast of 4.5:1 to their backgrounds, for every primary color', () => {
    fc.assert(
      fc.property(hexColor, (primary) => {
        const { light, dark, night } = themeFrom(primary);
        for (const palette of [light, dark]) {
          for (const paper of [palette.paper, palette.tint]) {
            for (const text of [palette.ink, palette.muted, palette.accent, palette.accentHover]) {
              expect(contrast(text, paper)).toBeGreaterThanOrEqual(4.5);
            }
            expect(contrast(palette.border, paper)).toBeGreaterThanOrEqual(3);
          }
        }
        for (const paper of [night.base, night.raised]) {
          for (const text of [night.text, night.muted, night.glow]) {
            expect(contrast(text, paper)).toBeGreaterThanOrEqual(4.5);
          }
        }
      }),
    );
  });

  test('primary buttons have the entered color, and their text has a contrast of 4.5:1', () => {
    fc.assert(
      fc.property(hexColor, (entered) => {
        const { primary } = themeFrom(entered);
        expect(primary.base).toBe(entered);
        expect(contrast(primary.text, primary.base)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(primary.text, primary.hover)).toBeGreaterThanOrEqual(4.5);
        expect(primary.hover).not.toBe(primary.base);
      }),
    );
  });

  test('a primary button has a visible edge if its fill is similar to the background', () => {
    fc.assert(
      fc.property(hexColor, (entered) => {
        const { light, dark, night } = themeFrom(entered);
        const grounds = [
          [light.primaryEdge, light.paper, light.tint],
          [dark.primaryEdge, dark.paper, dark.tint],
          [night.primaryEdge, night.base, night.raised],
        ] as const;
        for (const [edge, ...papers] of grounds) {
          for (const paper of papers) {
            if (distance(entered, paper) < 0.2) expect(contrast(edge, paper)).toBeGreaterThanOrEqual(3);
          }
        }
      }),
    );
  });

  test('links have the entered color if it has enough contrast', () => {
    fc.assert(
      fc.property(hexColor, (entered) => {
        const { light, dark } = themeFrom(entered);
        for (const { accent, paper, tint } of [light, dark]) {
          const isReadable = [paper, tint].every((ground) => contrast(entered, ground) >= 4.5);
          expect(accent === entered).toBe(isReadable);
        }
      }),
    );
  });

  test.each([
    ['#7A1FA2', '#ffffff', { light: null, dark: expect.stringMatching(/^#/) as string }],
    ['#FFE000', expect.stringMatching(/^#[01]/), { light: expect.stringMatching(/^#/) as string, dark: null }],
    ['#0F284C', '#ffffff', { light: null, dark: expect.stringMatching(/^#/) as string }],
  ])('%s has %s text on buttons, and links of the same hue', (entered, text, shades) => {
    const { primary, night } = themeFrom(entered);
    expect(primary.text).toEqual(text);
    expect(linkShades(entered)).toEqual(shades);
    const { light, dark } = linkShades(entered);
    for (const shade of [light, dark, night.glow]) {
      const turn = shade === null ? 0 : Math.abs(fromHex(shade).h - fromHex(entered).h);
      expect(Math.min(turn, 360 - turn)).toBeLessThan(6);
    }
  });

  test.each(['#ffe000', '#0a7d55', '#000000', '#ffffff'])(
    'links in the accent color %s are readable, and buttons keep the primary color',
    (accent) => {
      const { primary, light, dark, night } = themeFrom('#7A1FA2', accent);
      expect(primary).toEqual(themeFrom('#7A1FA2').primary);
      for (const [link, paper] of [
        [light.accent, light.tint],
        [dark.accent, dark.tint],
        [night.glow, night.raised],
      ] as const)
        expect(contrast(link, paper)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each([
    ['#000000', '#ffffff', '21.0:1, AAA'],
    ['#767676', '#ffffff', '4.5:1, AA'],
    ['#777777', '#ffffff', '4.4:1, large text only'],
    ['#ffe000', '#ffffff', '1.3:1, too low'],
  ])('the contrast of %s to %s is %s', (one, other, verdict) => {
    expect(contrastVerdict(one, other)).toBe(verdict);
  });

  test('the stylesheet contains only custom properties', () => {
    const css = themeStylesheet(themeFrom('#0F284C'), { typeface: 'serif', corner_radius: 'soft' });
    expect(css).toContain("--font: 'Source Sans 3', 'Source Sans 3 fallback', system-ui, sans-serif;");
    expect(css).toContain("--font-heading: 'Source Serif 4', 'Source Serif 4 fallback', serif;");
    expect(css).toContain('--radius: 0.5rem;');
    expect(css).toContain('--primary: #0f284c;');
    expect(css).toContain('--accent: #0f284c;');
    expect(css).toMatch(/prefers-color-scheme: dark/);
    expect(
      css.replaceAll(/--[a-z-]+: (#[0-9a-f]{6}|transparent|[\d.]+rem|['\w ,-]+);/g, '').replaceAll(/\s/g, ''),
    ).toBe(':root{}@media(prefers-color-scheme:dark){:root{}}');
  });
});
