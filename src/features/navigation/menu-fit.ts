// The header's dimensions in CSS pixels, as in header.css and menu.css. Window widths are in rem of 16 px, like media
// queries; the type size is 18 px.
const type = 18;
const page = 78 * type;
const gutter = (window: number): number => Math.min(4 * type, Math.max(1.25 * type, 0.05 * window));
const gap = 2 * type;
const itemGap = 1.75 * type;
const itemPadding = 0.4 * type;
const opener = 1.9 * type;
const labelLimit = 14 * type;
const nameLimit = 20 * type;
const searchLink = 2.5 * type;
const logoGap = 0.7 * type;
// Fallback fonts differ slightly in width.
const reserve = 1.5 * type;

/** The window widths, in rem, at which further items appear in the header. */
export const steps = [60, 64, 68, 72, 76, 80, 84, 88, 92, 96] as const;

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

/**
 * The step of `steps` from which each item appears in the header; below it, the item is under "More". Null: always
 * under "More". Computed from the label's letters, so that the page needs no script and nothing moves after painting.
 */
export function fitMenu(items: readonly Label[], brand: Brand): (number | null)[] {
  const scale = brand.textWidth ?? 1;
  const widths = items.map(({ label, opens }) => itemGap + itemWidth(scale, label) + (opens ? opener : 0));
  const fixed =
    brand.logoWidth +
    logoGap +
    Math.min(nameLimit, textWidth(brand.name, 1.25 * scale)) +
    gap +
    reserve +
    itemWidth(scale, 'Demos') +
    (brand.hasSearch ? searchLink + gap : 0) +
    gap +
    buttonWidth(scale, 'Admin');
  const more = itemGap + itemWidth(scale, 'More') + opener;
  const whole = widths.reduce((sum, width) => sum + width, fixed);
  let upTo = fixed + more;
  return widths.map((width) => {
    upTo += width;
    return stepFor(Math.min(upTo, whole));
  });
}

/** The first step at which this width fits into the header. */
const stepFor = (width: number): number | null =>
  steps.find((step) => Math.min(page, step * 16 - 2 * gutter(step * 16)) >= width) ?? null;

const itemWidth = (scale: number, label: string): number => itemPadding + Math.min(labelLimit, textWidth(label, scale));
const buttonWidth = (scale: number, label: string): number => 3 * type + 2 + textWidth(label, 1.05 * scale);

/** The approximate width of a text, rounded up. */
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

function measured(letter: string): number {
  if (/[ !'(),.:;[\]{}|fijlrtIJ`-]/.test(letter)) return 0.33;
  if (/[mwMNOQGW@%&]/.test(letter)) return letter === 'W' ? 1 : 0.8;
  if (/[A-Z]/.test(letter)) return 0.64;
  if (/\p{M}/u.test(letter)) return 0;
  if (/[\p{Script=Latin}\p{Nd}]/u.test(letter)) return 0.57;
  return /[\p{Script=Greek}\p{Script=Cyrillic}]/u.test(letter) ? 0.7 : 1.05;
}
