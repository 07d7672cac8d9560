import type { Figure, Scene } from './scene.ts';

const amber = '#ffc978';
const rose = '#ff9f8a';
const ice = '#bfe3ff';
const mint = '#b6f0d8';

const night = ['#050b18', '#0f284c', '#31507f'] as const;
const dusk = ['#0a1430', '#3a3468', '#d98a6a'] as const;
const dawn = ['#16324f', '#5f86a6', '#f2c9a1'] as const;
const frost = ['#0b1d33', '#2d6385', '#b9dbe6'] as const;
const aurora = ['#04121a', '#0f4a4c', '#5fae9a'] as const;
const plum = ['#120a24', '#4a2559', '#c76a86'] as const;

const figure = (over: Partial<Figure> = {}): Figure => ({
  x: 0.5,
  y: 0.5,
  size: 0.42,
  shade: '#0a1730',
  light: amber,
  lit: 'left',
  ...over,
});

const section = { width: 1200, height: 800 };
const share = { width: 1200, height: 630 };

/** Every picture of the example content, by file name. */
export const scenes: Record<string, Scene> = {
  hero: {
    ...section,
    width: 1600,
    height: 1200,
    sky: night,
    sun: { x: 0.56, y: 0.4, color: amber, size: 0.035 },
    halos: [0.3, 0.56],
    figures: [figure({ x: 0.56, y: 0.46, size: 0.36, shade: '#081430', light: '#ffd9a0' })],
  },
  'section-frontier': {
    ...section,
    sky: dawn,
    sun: { x: 0.68, y: 0.6, color: '#fff0d0', size: 0.05 },
    halos: [0.34],
    figures: [figure({ x: 0.3, y: 0.52, shade: '#142b47', light: '#ffe3b8', lit: 'right' })],
  },
  'section-safely': {
    ...section,
    sky: frost,
    sun: { x: 0.5, y: 0.46, color: ice, size: 0.045 },
    halos: [0.2, 0.3, 0.4],
    figures: [],
  },
  'section-doing': {
    ...section,
    sky: aurora,
    sun: { x: 0.5, y: 0.3, color: mint, size: 0.03 },
    halos: [0.5],
    figures: [
      figure({ x: 0.24, y: 0.62, size: 0.3, shade: '#06222a', light: mint, lit: 'right' }),
      figure({ x: 0.76, y: 0.62, size: 0.3, shade: '#06222a', light: mint }),
      figure({ x: 0.5, y: 0.55, size: 0.38, shade: '#052029', light: '#e2fff3' }),
    ],
  },
  'section-built': {
    ...section,
    sky: dusk,
    sun: { x: 0.3, y: 0.68, color: rose, size: 0.05 },
    halos: [0.24, 0.48, 0.72],
    figures: [],
  },
  'section-matters': {
    ...section,
    sky: plum,
    sun: { x: 0.5, y: 0.5, color: rose, size: 0.04 },
    halos: [0.36],
    figures: [
      figure({ x: 0.32, y: 0.5, size: 0.4, shade: '#1d0f33', light: '#ffc0b0', lit: 'right' }),
      figure({ x: 0.68, y: 0.5, size: 0.4, shade: '#1d0f33', light: '#ffc0b0' }),
    ],
  },
  'section-start': {
    ...section,
    width: 1600,
    height: 900,
    sky: ['#040a16', '#0f284c', '#c98a5a'],
    sun: { x: 0.66, y: 0.72, color: amber, size: 0.05 },
    halos: [0.3, 0.56],
    figures: [],
  },
  'demo-listener': {
    ...share,
    sky: night,
    sun: { x: 0.7, y: 0.36, color: amber, size: 0.045 },
    halos: [0.42],
    figures: [figure({ x: 0.42, y: 0.5, size: 0.5, lit: 'right' })],
  },
  'demo-halo-garden': { ...share, sky: aurora, sun: { x: 0.5, y: 0.5, color: mint, size: 0.05 }, halos: [0.18, 0.3, 0.42, 0.54], figures: [] },
  'demo-orbit': { ...share, sky: frost, sun: { x: 0.32, y: 0.42, color: ice, size: 0.05 }, halos: [0.3, 0.66], figures: [] },
  'demo-concierge': {
    ...share,
    sky: dusk,
    sun: { x: 0.36, y: 0.4, color: rose, size: 0.05 },
    halos: [0.4],
    figures: [figure({ x: 0.58, y: 0.52, size: 0.5, shade: '#180f33', light: '#ffc6a8' })],
  },
  'demo-night-shift': {
    ...share,
    sky: ['#02050c', '#0a1830', '#22375c'],
    sun: { x: 0.5, y: 0.36, color: '#dfe8ff', size: 0.04 },
    halos: [0.5],
    figures: [
      figure({ x: 0.34, y: 0.6, size: 0.4, shade: '#060d1c', light: '#b9c9ee', lit: 'right' }),
      figure({ x: 0.66, y: 0.6, size: 0.4, shade: '#060d1c', light: '#b9c9ee' }),
    ],
  },
  'demo-echo': { ...share, sky: plum, sun: { x: 0.5, y: 0.5, color: rose, size: 0.08 }, halos: [0.22, 0.34], figures: [] },
  'demo-two-suns': {
    ...share,
    sky: dawn,
    sun: { x: 0.36, y: 0.5, color: '#fff0d0', size: 0.07 },
    halos: [0.52],
    figures: [],
  },
  'demo-understudy': {
    ...share,
    sky: dawn,
    sun: { x: 0.62, y: 0.4, color: '#fff0d0', size: 0.05 },
    halos: [0.44],
    figures: [figure({ x: 0.5, y: 0.54, size: 0.46, shade: '#1a3350', light: '#ffe3b8', lit: 'right' })],
  },
  share: {
    ...share,
    sky: night,
    sun: { x: 0.5, y: 0.46, color: amber, size: 0.06 },
    halos: [0.28, 0.5],
    figures: [],
  },
};
