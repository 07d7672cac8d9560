import { createSystem } from '@chakra-ui/react';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import {
  badgeRecipe,
  breakpoints,
  buttonRecipe,
  headingRecipe,
  inputRecipe,
  kbdRecipe,
  linkRecipe,
  separatorRecipe,
  skeletonRecipe,
  spinnerRecipe,
  textareaRecipe,
  textStyles,
} from '@chakra-ui/react/theme';
import { colors, semanticColors } from './colors.ts';
import { keyframes, motion, sizing, type } from './tokens.ts';

const shadow = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });

/** Chakra with the house's own tokens and only the recipes the back office uses. A component not listed here has no style. */
export const system = createSystem(defaultBaseConfig, {
  preflight: true,
  cssVarsPrefix: 'fr',
  globalCss: {
    '*': {
      '--global-font-body': 'fonts.body',
      '--global-font-mono': 'fonts.mono',
      '--global-color-border': 'colors.border',
      // Otherwise set anew for each element, and what a box says of its words does not hold for the links in it.
      overflowWrap: 'inherit',
    },
    html: {
      color: 'fg',
      bg: 'bg',
      lineHeight: '1.5',
      colorPalette: 'ink',
      fontFamily: 'body',
      overflowWrap: 'break-word',
      // The scrollbar's place is kept, so that short and long screens stand alike; phones lay theirs over the page.
      overflowY: { lg: 'scroll' },
    },
    // Words in letters that run from right to left do so, whatever stands around them.
    'h1, h2, h3, p, li, th, td, a, input, textarea': { unicodeBidi: 'plaintext' },
    'html:has([data-notice])': { '--notice-height': '3rem' },
    // What gets the focus never hides behind the bar of an editor, which sticks to the top of narrow screens.
    'html:has([data-editor-bar])': {
      scrollPaddingTop: { base: 'calc(var(--bar-height, 8rem) + 0.5rem + var(--notice-height, 0px))', lg: '0' },
    },
    'html:has(dialog:modal)': { overflow: { base: 'hidden', lg: 'auto' }, overflowY: { lg: 'scroll' } },
    '*::placeholder, *[data-placeholder]': { color: 'fg.subtle', opacity: 1 },
    '*::selection': { bg: 'colorPalette.emphasized' },
    '*, *::before, *::after': {
      _motionReduce: {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        // None at all: the shortest one keeps every change of every style until the next frame.
        transitionDuration: '0s !important',
        scrollBehavior: 'auto !important',
      },
    },
  },
  theme: {
    breakpoints,
    keyframes,
    textStyles,
    layerStyles: { disabled: { value: { opacity: '0.5', cursor: 'not-allowed' } } },
    tokens: { ...sizing, ...type, ...motion, colors },
    semanticTokens: {
      colors: semanticColors,
      radii: { l1: { value: '{radii.sm}' }, l2: { value: '{radii.md}' }, l3: { value: '{radii.xl}' } },
      shadows: {
        xs: shadow('0 1px 2px rgb(33 30 26 / 0.06)', '0 1px 2px rgb(0 0 0 / 0.5)'),
        sm: shadow('0 1px 3px rgb(33 30 26 / 0.08)', '0 1px 3px rgb(0 0 0 / 0.6)'),
        md: shadow('0 4px 14px rgb(33 30 26 / 0.09)', '0 4px 14px rgb(0 0 0 / 0.6)'),
        lg: shadow('0 12px 32px rgb(33 30 26 / 0.14)', '0 12px 32px rgb(0 0 0 / 0.7)'),
      },
    },
    recipes: {
      badge: badgeRecipe,
      button: buttonRecipe,
      heading: headingRecipe,
      input: inputRecipe,
      kbd: kbdRecipe,
      link: linkRecipe,
      separator: separatorRecipe,
      skeleton: skeletonRecipe,
      spinner: spinnerRecipe,
      textarea: textareaRecipe,
    },
  },
});
