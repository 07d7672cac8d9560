const steps = ['50', '100', '200', '300', '400', '500', '600', '700', '800', '900', '950'] as const;

function scale(values: readonly string[]) {
  return Object.fromEntries(steps.map((step, index) => [step, { value: values[index] ?? '' }]));
}

/** The admin's colors: warm stone for background and text, ink for actions, brass for pending states, moss, brick. */
export const colors = {
  transparent: { value: 'transparent' },
  current: { value: 'currentColor' },
  black: { value: '#141310' },
  white: { value: '#ffffff' },
  gray: scale([
    '#faf8f5',
    '#f3f0ea',
    '#e7e2d9',
    '#d5cec2',
    '#aaa295',
    '#6f695f',
    '#5a554c',
    '#443f38',
    '#2f2b26',
    '#211e1a',
    '#191714',
  ]),
  ink: scale([
    '#eff4fb',
    '#dde8f6',
    '#c0d4ee',
    '#9dbce6',
    '#6d97d3',
    '#4474b8',
    '#2c5998',
    '#1b4279',
    '#0f284c',
    '#0d2240',
    '#0a192e',
  ]),
  brass: scale([
    '#fdf7ea',
    '#faedcf',
    '#f3dba4',
    '#eac375',
    '#dea94b',
    '#b9822a',
    '#8f6219',
    '#754d12',
    '#523812',
    '#3a2810',
    '#271b0c',
  ]),
  moss: scale([
    '#f0f7f1',
    '#dcede0',
    '#bbdcc3',
    '#8fc49d',
    '#5fa673',
    '#3c8753',
    '#2b6c40',
    '#235735',
    '#1c4029',
    '#152f1f',
    '#0e2015',
  ]),
  brick: scale([
    '#fdf3f0',
    '#fae2dc',
    '#f4c5ba',
    '#eb9f8e',
    '#dd735d',
    '#c44a33',
    '#a63823',
    '#862c1b',
    '#5e2116',
    '#441a12',
    '#2d120d',
  ]),
};

type Pair = readonly [light: string, dark: string];

const pair = ([light, dark]: Pair) => ({ value: { base: light, _dark: dark } });

interface Solid {
  solid: Pair;
  contrast: Pair;
}

/** A palette's tokens for components, in light and dark. */
function palette(name: string, { solid, contrast }: Solid) {
  const of = (step: number) => `{colors.${name}.${step}}`;
  return {
    solid: pair(solid),
    contrast: pair(contrast),
    fg: pair([of(700), of(200)]),
    subtle: pair([of(100), of(900)]),
    muted: pair([of(200), of(800)]),
    emphasized: pair([of(300), of(700)]),
    focusRing: pair([of(500), of(400)]),
    border: pair([of(300), of(700)]),
  };
}

const white = 'white';
const dark = '{colors.black}';

export const semanticColors = {
  bg: {
    DEFAULT: pair(['{colors.gray.50}', '{colors.black}']),
    subtle: pair(['{colors.gray.100}', '{colors.gray.950}']),
    muted: pair(['{colors.gray.100}', '{colors.gray.900}']),
    emphasized: pair(['{colors.gray.200}', '{colors.gray.800}']),
    inverted: pair(['{colors.gray.900}', '{colors.gray.100}']),
    panel: pair(['{colors.white}', '{colors.gray.950}']),
    error: pair(['{colors.brick.50}', '{colors.brick.950}']),
    warning: pair(['{colors.brass.50}', '{colors.brass.950}']),
    success: pair(['{colors.moss.50}', '{colors.moss.950}']),
    info: pair(['{colors.ink.50}', '{colors.ink.950}']),
  },
  fg: {
    DEFAULT: pair(['{colors.gray.900}', '{colors.gray.100}']),
    muted: pair(['{colors.gray.600}', '{colors.gray.400}']),
    subtle: pair(['{colors.gray.500}', '{colors.gray.400}']),
    inverted: pair(['{colors.gray.50}', '{colors.black}']),
    error: pair(['{colors.brick.600}', '{colors.brick.300}']),
    warning: pair(['{colors.brass.700}', '{colors.brass.300}']),
    success: pair(['{colors.moss.700}', '{colors.moss.300}']),
    info: pair(['{colors.ink.700}', '{colors.ink.300}']),
  },
  border: {
    DEFAULT: pair(['{colors.gray.200}', '{colors.gray.800}']),
    muted: pair(['{colors.gray.100}', '{colors.gray.900}']),
    subtle: pair(['{colors.gray.100}', '{colors.gray.900}']),
    emphasized: pair(['{colors.gray.300}', '{colors.gray.700}']),
    inverted: pair(['{colors.gray.800}', '{colors.gray.200}']),
    // The border of a control, with a contrast of 3:1 to its background.
    control: pair(['#918a7e', '#7d766b']),
    error: pair(['{colors.brick.500}', '{colors.brick.400}']),
    warning: pair(['{colors.brass.500}', '{colors.brass.400}']),
    success: pair(['{colors.moss.500}', '{colors.moss.400}']),
    info: pair(['{colors.ink.500}', '{colors.ink.400}']),
  },
  gray: palette('gray', { solid: ['{colors.gray.800}', '{colors.gray.200}'], contrast: [white, dark] }),
  ink: palette('ink', { solid: ['{colors.ink.800}', '{colors.ink.300}'], contrast: [white, '{colors.ink.950}'] }),
  brass: palette('brass', { solid: ['{colors.brass.600}', '{colors.brass.400}'], contrast: [white, dark] }),
  moss: palette('moss', { solid: ['{colors.moss.600}', '{colors.moss.400}'], contrast: [white, dark] }),
  brick: palette('brick', { solid: ['{colors.brick.600}', '{colors.brick.400}'], contrast: [white, dark] }),
};
