const tokens = <Value extends string | number>(values: Record<string, Value>): Record<string, { value: Value }> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

/** Chakra's spacing scale in quarter rems: 4 is 1rem. */
const steps = [
  0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60,
  64, 72, 80, 96,
];
const spacing = tokens(Object.fromEntries(steps.map((step) => [step, `${step / 4}rem`])));

export const sizing = {
  spacing,
  sizes: {
    ...spacing,
    ...tokens({
      '2xs': '16rem',
      xs: '20rem',
      sm: '24rem',
      md: '28rem',
      lg: '32rem',
      xl: '36rem',
      '2xl': '42rem',
      '3xl': '48rem',
      '4xl': '56rem',
      '5xl': '64rem',
      '6xl': '72rem',
      full: '100%',
      max: 'max-content',
      min: 'min-content',
      fit: 'fit-content',
      prose: '60ch',
      dvh: '100dvh',
    }),
  },
  radii: tokens({
    none: '0',
    xs: '0.125rem',
    sm: '0.25rem',
    md: '0.375rem',
    lg: '0.5rem',
    xl: '0.75rem',
    '2xl': '1rem',
    full: '9999px',
  }),
  zIndex: tokens({ base: 0, docked: 10, sticky: 1100, banner: 1200, overlay: 1300, skipNav: 1600, toast: 1700 }),
};

export const type = {
  fontSizes: tokens({
    '2xs': '0.625rem',
    xs: '0.75rem',
    sm: '0.875rem',
    md: '1rem',
    lg: '1.125rem',
    xl: '1.25rem',
    '2xl': '1.5rem',
    '3xl': '1.875rem',
    '4xl': '2.25rem',
    '5xl': '3rem',
    '6xl': '3.75rem',
    '7xl': '4.5rem',
  }),
  fontWeights: tokens({ normal: '400', medium: '500', semibold: '600', bold: '700' }),
  fonts: tokens({
    body: "'Schibsted Grotesk Variable', system-ui, sans-serif",
    heading: "'Schibsted Grotesk Variable', system-ui, sans-serif",
    mono: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  }),
};

export const motion = {
  durations: tokens({ faster: '100ms', fast: '150ms', moderate: '200ms', slow: '300ms' }),
  easings: tokens({ 'ease-out': 'cubic-bezier(0, 0, 0.58, 1)', 'ease-in-out': 'cubic-bezier(0.42, 0, 0.58, 1)' }),
  animations: tokens({ spin: 'spin 1s linear infinite', pulse: 'pulse 2s cubic-bezier(0.4, 0, 0.6, 1) infinite' }),
  cursor: tokens({ button: 'pointer', disabled: 'not-allowed' }),
};

export const keyframes = {
  spin: { to: { transform: 'rotate(360deg)' } },
  pulse: { '50%': { opacity: '0.5' } },
  'fade-in': { from: { opacity: 0 } },
  'slide-up': { from: { translate: '0 0.5rem' } },
  'slide-in': { from: { translate: '-100% 0' } },
};
