/** A colour scheme and a width in CSS pixels. */
type Look = readonly ['light' | 'dark', 1440 | 390];

/** How every screen is looked at: each scheme and each width once, or with FULL=1 every pair of them. */
export const looks: readonly Look[] = process.env['FULL']
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
