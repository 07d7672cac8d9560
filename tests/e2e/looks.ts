import { isFull, sized } from '../full.ts';

/** A color scheme and a width in CSS pixels. */
type Look = readonly ['light' | 'dark', 1440 | 390];

/** The looks to test: each color scheme and each width once. With FULL=1, every combination. */
export const looks: readonly Look[] = isFull
  ? [
      ['light', 1440],
      ['dark', 1440],
      ['light', 390],
      ['dark', 390],
    ]
  : [
      ['light', 1440],
      ['dark', 390],
    ];

/** The looks of a screen that tests of all screens cover, too: the one in which most mistakes show. With FULL=1, all. */
export const looksOfScreen: readonly Look[] = sized(looks, [['dark', 390]]);

/** The screens to test in one scheme: every fourth screen, different ones per scheme. With FULL=1, all. */
export function screensIn<Screen>(scheme: Look[0], screens: readonly Screen[]): Screen[] {
  return screens.filter((_, index) => isFull || index % 4 === (scheme === 'light' ? 0 : 2));
}
