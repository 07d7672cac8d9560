import { createSystem, type SystemContext } from '@chakra-ui/react';
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
import { css as serialize, type CSSObject } from '@emotion/react';
import { colors, semanticColors } from './colors.ts';
import { keyframes, motion, sizing, type } from './tokens.ts';

const shadow = (light: string, dark: string) => ({ value: { base: light, _dark: dark } });

/**
 * Creates Chakra's system with the admin's tokens and only the recipes in use, which takes 50 ms on a slow machine. A
 * component not listed here has no style.
 */
export const createAdminSystem = (): SystemContext => {
  const system = createSystem(defaultBaseConfig, {
    preflight: true,
    cssVarsPrefix: 'fr',
    globalCss: {
      '*': {
        '--global-font-body': 'fonts.body',
        '--global-font-mono': 'fonts.mono',
        '--global-color-border': 'colors.border',
        // Chakra sets this on each element, which prevents inheriting a box's value in its links.
        overflowWrap: 'inherit',
      },
      html: {
        color: 'fg',
        bg: 'bg',
        lineHeight: '1.5',
        colorPalette: 'ink',
        fontFamily: 'body',
        overflowWrap: 'break-word',
        // Reserves space for the scrollbar, so that short and long screens align; scrollbars of phones overlay the page.
        overflowY: { lg: 'scroll' },
        // Notices and the tools of an editor are fixed to the bottom of the window.
        scrollPaddingBottom: 'calc(var(--toasts-height, 0px) + var(--tools-height, 0px))',
      },
      // Right-to-left text keeps its direction inside left-to-right text.
      'h1, h2, h3, p, li, th, td, a, input, textarea': { unicodeBidi: 'plaintext' },
      'html:has([data-notice])': { '--notice-height': '3rem' },
      'html:has([data-side-menu])': { '--menu-width': { base: '0px', lg: '16rem' } },
      // A focused element must not hide behind the editor's bar, which is sticky on narrow screens.
      'html:has([data-editor-bar])': {
        scrollPaddingTop: { base: 'calc(var(--bar-height, 8rem) + 0.5rem + var(--notice-height, 0px))', lg: '0' },
      },
      'html:has(dialog:modal)': { overflow: { base: 'hidden', lg: 'auto' }, overflowY: { lg: 'scroll' } },
      // Phones zoom into a focused field with smaller text.
      'input, select, textarea, [role=textbox]': {
        '@media (pointer: coarse), (width < 48em)': { fontSize: 'max(1rem, 1em) !important' },
      },
      // Browsers fill unchecked boxes with gray in dark mode, as if they were disabled.
      '.dark input[type=checkbox]:not([role=switch], :checked, :indeterminate)': {
        appearance: 'none',
        bg: 'bg.panel',
        borderWidth: '1px',
        borderColor: 'border.control',
        rounded: 'sm',
      },
      '*::placeholder, *[data-placeholder]': { color: 'fg.subtle', opacity: 1 },
      '*::selection': { bg: 'colorPalette.emphasized' },
      '*, *::before, *::after': {
        _motionReduce: {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          // `0s` disables transitions: the shortest positive duration would delay every style change to the next frame.
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
  return { ...system, css: serializedOnce(system.css), cva: createdOnce(system.cva) };
};

// More styles than all screens have; dynamic values belong in the `style` of an element.
const mostStyles = 5_000;

/**
 * Computes and serializes equal styles once. Chakra compares the styles of each element with all of its recipe, and
 * Emotion serializes and hashes them, at each render: half of the time that the rows of a list take.
 */
function serializedOnce(css: SystemContext['css']): SystemContext['css'] {
  let keys = new WeakMap<object, string>();
  const numbers = new Map<string, string>();
  const serialized = new Map<string, unknown>();
  const keyOf = (styles: object): string => {
    const known = keys.get(styles);
    if (known !== undefined) return known;
    const text = JSON.stringify(styles);
    const key = numbers.get(text) ?? String(numbers.size);
    numbers.set(text, key);
    // The styles of a recipe are the same object each time.
    keys.set(styles, key);
    return key;
  };
  return (...styles) => {
    if (numbers.size > mostStyles) {
      keys = new WeakMap();
      numbers.clear();
      serialized.clear();
    }
    const key = styles.map((each) => keyOf(each ?? none)).join();
    // Emotion accepts serialized styles in place of an object.
    const result = serialized.get(key) ?? serialize(css(...styles) as CSSObject);
    serialized.set(key, result);
    return result;
  };
}

const none = {};

/** Creates the recipe of a configuration once, instead of at each render of an element. */
function createdOnce(cva: SystemContext['cva']): SystemContext['cva'] {
  const recipes = new WeakMap<object, unknown>();
  const create = (config: Parameters<typeof cva>[0]) => {
    const recipe = recipes.get(config) ?? cva(config);
    recipes.set(config, recipe);
    return recipe;
  };
  return create as SystemContext['cva'];
}
