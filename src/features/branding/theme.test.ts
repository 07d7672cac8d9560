import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, fromHex, toHex } from './color.ts';
import { themeFrom, themeStylesheet } from './theme.ts';

const hexColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('colours', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#0f284c', '#ffffff', 14.7],
  ])('contrast of %s on %s is %d', (a, b, expected) => {
    expect(contrast(a, b)).toBeCloseTo(expected, 1);
  });

  test('every sRGB colour survives the way through OKLCH', () => {
    fc.assert(fc.property(hexColor, (hex) => toHex(fromHex(hex)) === hex));
  });
});

describe('theme', () => {
  test('text and accents keep 4.5:1 on their papers, for every primary colour', () => {
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
          expect(contrast(palette.onAccent, palette.accent)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(palette.onAccent, palette.accentHover)).toBeGreaterThanOrEqual(4.5);
        }
        for (const paper of [night.base, night.raised]) {
          for (const text of [night.text, night.muted, night.glow]) {
            expect(contrast(text, paper)).toBeGreaterThanOrEqual(4.5);
          }
        }
      }),
    );
  });

  test('a primary colour that already reads well is used as it is', () => {
    expect(themeFrom('#0F284C').light.accent).toBe('#0f284c');
  });

  test('the stylesheet holds only custom properties', () => {
    const css = themeStylesheet(themeFrom('#0F284C'));
    expect(css).toContain('--accent: #0f284c;');
    expect(css).toMatch(/prefers-color-scheme: dark/);
    expect(css.replaceAll(/--[a-z-]+: #[0-9a-f]{6};/g, '').replaceAll(/\s/g, '')).toBe(
      ':root{}@media(prefers-color-scheme:dark){:root{}}',
    );
  });
});
