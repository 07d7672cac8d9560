/** A picture of a halo: sky, sun, rings, and optionally heads without faces. */
export interface Scene {
  width: number;
  height: number;
  /** Colors from the top of the sky to the horizon. */
  sky: readonly [string, string, string];
  /** In fractions of the width and height. */
  sun: { x: number; y: number; color: string; size: number };
  /** Radii of the rings around the sun, in fractions of the height. */
  halos: readonly number[];
  figures: readonly Figure[];
}

export interface Figure {
  x: number;
  y: number;
  /** Height of the head in fractions of the picture's height. */
  size: number;
  shade: string;
  light: string;
  /** The lit side. */
  lit: 'left' | 'right';
}

// A head and shoulders on a grid where the head is 100 high and its center is 0,0.
const head = 'M0 -52C27 -52 38 -31 37 -6C36 20 22 46 0 48C-22 46 -36 20 -37 -6C-38 -31 -27 -52 0 -52Z';
const body =
  'M-17 34C-17 52 -19 60 -34 66C-64 76 -84 88 -90 132L-94 260L94 260L90 132C84 88 64 76 34 66C19 60 17 52 17 34Z';

function drawFigure({ x, y, size, shade, light, lit }: Figure, { width, height }: Scene, id: string): string {
  const scale = (size * height) / 100;
  const from = lit === 'left' ? ['0', '1'] : ['1', '0'];
  return `
  <defs>
    <linearGradient id="${id}" x1="${from[0]}" x2="${from[1]}" y1="0.1" y2="0.35">
      <stop offset="0" stop-color="${light}" /><stop offset="0.22" stop-color="${light}" stop-opacity="0.75" />
      <stop offset="0.62" stop-color="${shade}" /><stop offset="1" stop-color="${shade}" />
    </linearGradient>
    <radialGradient id="${id}b" cx="${lit === 'left' ? 0.28 : 0.72}" cy="0.02" r="0.75">
      <stop offset="0" stop-color="${light}" stop-opacity="0.85" /><stop offset="0.5" stop-color="${shade}" />
      <stop offset="1" stop-color="${shade}" />
    </radialGradient>
  </defs>
  <g transform="translate(${x * width} ${y * height}) scale(${scale})">
    <g filter="url(#soft)"><path d="${body}" fill="url(#${id}b)" /></g>
    <path d="M-17 34C-12 48 12 48 17 34L17 60L-17 60Z" fill="${shade}" opacity="0.55" filter="url(#soft)" />
    <g filter="url(#edge)"><path d="${head}" fill="${shade}" /><path d="${head}" fill="url(#${id})" /></g>
  </g>`;
}

function drawHalo(radius: number, index: number, { width, height, sun }: Scene): string {
  const r = radius * height;
  const [cx, cy] = [sun.x * width, sun.y * height];
  const dogs = [-1, 1].map(
    (side) => `<ellipse cx="${cx + side * r}" cy="${cy}" rx="${height * 0.035}" ry="${height * 0.05}" fill="${sun.color}" opacity="${0.7 / (index + 1)}" filter="url(#glow)" />`,
  );
  return `
  <circle cx="${cx}" cy="${cy}" r="${r}" fill="none" stroke="${sun.color}" stroke-width="${height * 0.045}" opacity="${0.2 / (index + 1)}" filter="url(#glow)" />
  <circle cx="${cx}" cy="${cy}" r="${r}" fill="none" stroke="${sun.color}" stroke-width="${height * 0.0035}" opacity="${0.75 / (index + 1)}" />
  ${dogs.join('')}`;
}

/** The SVG of a scene. */
export function drawScene(scene: Scene): string {
  const { width, height, sky, sun } = scene;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
  <defs>
    <linearGradient id="sky" x1="0" x2="0" y1="0" y2="1">
      <stop offset="0" stop-color="${sky[0]}" /><stop offset="0.58" stop-color="${sky[1]}" /><stop offset="1" stop-color="${sky[2]}" />
    </linearGradient>
    <radialGradient id="corona">
      <stop offset="0" stop-color="${sun.color}" /><stop offset="0.16" stop-color="${sun.color}" stop-opacity="0.8" />
      <stop offset="0.4" stop-color="${sun.color}" stop-opacity="0.24" /><stop offset="1" stop-color="${sun.color}" stop-opacity="0" />
    </radialGradient>
    <filter id="glow" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${height * 0.022}" /></filter>
    <filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="1.4" /></filter>
    <filter id="edge" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="0.7" /></filter>
  </defs>
  <rect width="${width}" height="${height}" fill="url(#sky)" />
  <circle cx="${sun.x * width}" cy="${sun.y * height}" r="${height * sun.size * 5}" fill="url(#corona)" />
  ${scene.halos.map((radius, index) => drawHalo(radius, index, scene)).join('')}
  <circle cx="${sun.x * width}" cy="${sun.y * height}" r="${height * sun.size}" fill="#fffaf0" opacity="0.95" filter="url(#edge)" />
  ${scene.figures.map((figure, index) => drawFigure(figure, scene, `f${index}`)).join('')}
</svg>`;
}
