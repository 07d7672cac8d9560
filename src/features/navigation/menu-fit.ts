// The header's dimensions in CSS pixels, as in header.css and menu.css. Window widths are in rem of 16 px, like media
// queries; the type size is 18 px.
const type = 18;
const page = 78 * type;
const clamp = (least: number, size: number, most: number): number => Math.min(most, Math.max(least, size));
const gutter = (window: number): number => clamp(1.25 * type, 0.05 * window, 4 * type);
const gap = (window: number): number => clamp(type, 0.02 * window, 2 * type);
const itemGap = (window: number): number => clamp(type, 0.018 * window, 1.75 * type);
const itemPadding = 0.4 * type;
const opener = 1.9 * type;
const labelLimit = 14 * type;
const nameLimit = 20 * type;
const searchLink = 2.5 * type;
const logoGap = 0.7 * type;
// A scrollbar takes up to 17 px of the window, and fallback fonts differ slightly in width.
const reserve = 1.5 * type;

/** The window widths, in rem, at which further items appear in the header. */
export const steps = [60, 62, 64, 66, 68, 70, 72, 74, 76, 78, 80, 82, 84, 86, 88, 90, 92, 94, 96] as const;

interface Label {
  label: string;
  /** Whether it has a dropdown. */
  opens: boolean;
}

interface Brand {
  name: string;
  /** In CSS pixels; 0 without a logo. */
  logoWidth: number;
  /** The average width of text relative to the default typeface. */
  textWidth?: number;
  /** Whether the header has a link to the search. */
  hasSearch?: boolean;
}

/** The width of a part of the header: the sum of its letters and boxes, and of its gaps, which grow with the window. */
interface Width {
  fixed: number;
  gaps: number;
  itemGaps: number;
}

/**
 * The step of `steps` from which each item appears in the header; below it, the item is under "More". Null: always
 * under "More". Computed from the label's letters, so that the page needs no script and nothing moves after painting.
 */
export function fitMenu(items: readonly Label[], brand: Brand): (number | null)[] {
  const scale = brand.textWidth ?? 1;
  const widths = items.map(({ label, opens }) => itemWidth(scale, label) + (opens ? opener : 0));
  const fixed =
    brand.logoWidth +
    logoGap +
    // The name is medium.
    Math.min(nameLimit, textWidth(brand.name, 1.3 * scale)) +
    reserve +
    itemWidth(scale, 'Demos') +
    (brand.hasSearch ? searchLink : 0) +
    buttonWidth(scale, 'Admin');
  const gaps = brand.hasSearch ? 3 : 2;
  const more = itemWidth(scale, 'More') + opener;
  let upTo = fixed;
  const whole = { fixed: widths.reduce((sum, width) => sum + width, fixed), gaps, itemGaps: widths.length };
  const wholeFrom = steps.find((step) => fits(whole, step));
  return widths.map((width, index) => {
    upTo += width;
    const withMore = { fixed: upTo + more, gaps, itemGaps: index + 2 };
    return steps.find((step) => step === wholeFrom || fits(withMore, step)) ?? null;
  });
}

/** Whether the width fits into the header of a window of `step` rem. */
function fits({ fixed, gaps, itemGaps }: Width, step: number): boolean {
  const window = step * 16;
  const width = fixed + gaps * gap(window) + itemGaps * itemGap(window);
  return width <= Math.min(page, window - 2 * gutter(window));
}

const itemWidth = (scale: number, label: string): number => itemPadding + Math.min(labelLimit, textWidth(label, scale));
const buttonWidth = (scale: number, label: string): number => 3 * type + 2 + textWidth(label, 1.05 * scale);

/** The approximate width of a text. */
function textWidth(text: string, size = 1): number {
  let ems = 0;
  for (const letter of text.normalize('NFC')) ems += emsOf(letter);
  return size * type * ems;
}

// Cached, because all pages of a bulk render have the same menu.
const known = new Map<string, number>();

function emsOf(letter: string): number {
  const ems = known.get(letter) ?? measured(letter);
  known.set(letter, ems);
  return ems;
}

/** The widths of basic letters in the default typeface, to a twentieth of an em. */
const letterWidths: readonly (readonly [string, number])[] = [
  ['-', 0.2],
  ['I J i j l t |', 0.25],
  ["! ' ( ) , . : [ ] f { }", 0.3],
  ['; r', 0.35],
  ['` s x', 0.4],
  ['" 1 L T k v y z', 0.45],
  ['/ F \\ ^ _ a c e', 0.5],
  ['2 3 5 7 8 ? B E K P R S X Y Z b d g h n o p q u', 0.55],
  ['# $ * + 0 4 6 9 = ~', 0.6],
  ['< > A U V', 0.65],
  ['& C D H w', 0.7],
  ['% @', 0.75],
  ['G M N O Q m', 0.8],
  ['W', 1],
];

function measured(letter: string): number {
  if (letter === ' ') return 0.3;
  // An accent changes no width.
  const basic = letter.normalize('NFD').charAt(0);
  const width = letterWidths.find(([letters]) => letters.includes(basic))?.[1];
  if (width !== undefined) return width;
  if (/\p{M}/u.test(letter)) return 0;
  if (/[\p{Script=Latin}\p{Nd}]/u.test(letter)) return 0.57;
  return /[\p{Script=Greek}\p{Script=Cyrillic}]/u.test(letter) ? 0.7 : 1.05;
}
