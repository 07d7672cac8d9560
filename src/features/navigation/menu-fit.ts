// The header's measures in CSS pixels at the usual size of type, as header.css and menu.css say them. Windows are counted in rem
// of 16 px, like media queries; type, and all that follows it, is 18 px.
const type = 18;
const page = 78 * type;
const gutter = (window: number): number => Math.min(4 * type, Math.max(1.25 * type, 0.05 * window));
const gap = 2 * type;
const itemGap = 1.75 * type;
const itemPadding = 0.4 * type;
const opener = 1.9 * type;
const labelLimit = 14 * type;
const nameLimit = 20 * type;
const logoGap = 0.7 * type;
// Fonts differ a little, most of all until ours is there.
const reserve = 1.5 * type;

/** The widths of a window, in rem, from which one item more may stand in the header. */
export const steps = [60, 64, 68, 72, 76, 80, 84, 88, 92, 96] as const;

interface Label {
  label: string;
  /** Whether a dropdown opens beside it. */
  opens: boolean;
}

interface Brand {
  name: string;
  /** In CSS pixels; 0 without a logo. */
  logoWidth: number;
}

/**
 * For each item of the menu, the step of `steps` from which it stands in the header; below that it is under "More". Null: it
 * always is. Decided from the letters alone, so that the page needs no script and nothing moves once it is painted.
 */
export function fitMenu(items: readonly Label[], brand: Brand): (number | null)[] {
  const widths = items.map(({ label, opens }) => itemGap + itemWidth(label) + (opens ? opener : 0));
  const fixed =
    brand.logoWidth +
    logoGap +
    Math.min(nameLimit, textWidth(brand.name, 1.25)) +
    gap +
    reserve +
    itemWidth('Demos') +
    gap +
    buttonWidth('Admin');
  const more = itemGap + itemWidth('More') + opener;
  const whole = widths.reduce((sum, width) => sum + width, fixed);
  let upTo = fixed + more;
  return widths.map((width) => {
    upTo += width;
    return stepFor(Math.min(upTo, whole));
  });
}

/** The step from which something of this width fits between the header's edges. */
const stepFor = (width: number): number | null =>
  steps.find((step) => Math.min(page, step * 16 - 2 * gutter(step * 16)) >= width) ?? null;

const itemWidth = (label: string): number => itemPadding + Math.min(labelLimit, textWidth(label));
const buttonWidth = (label: string): number => 3 * type + 2 + textWidth(label, 1.05);

/** About how wide a text is, rather more than less. */
function textWidth(text: string, size = 1): number {
  let ems = 0;
  for (const letter of text.normalize('NFC')) ems += emsOf(letter);
  return size * type * ems;
}

// Every page of a bulk render has the same menu.
const known = new Map<string, number>();

function emsOf(letter: string): number {
  const ems = known.get(letter) ?? measured(letter);
  known.set(letter, ems);
  return ems;
}

function measured(letter: string): number {
  if (/[ !'(),.:;[\]{}|fijlrtIJ`-]/.test(letter)) return 0.33;
  if (/[mwMNOQGW@%&]/.test(letter)) return letter === 'W' ? 1 : 0.8;
  if (/[A-Z]/.test(letter)) return 0.64;
  if (/\p{M}/u.test(letter)) return 0;
  if (/[\p{Script=Latin}\p{Nd}]/u.test(letter)) return 0.57;
  return /[\p{Script=Greek}\p{Script=Cyrillic}]/u.test(letter) ? 0.7 : 1.05;
}
