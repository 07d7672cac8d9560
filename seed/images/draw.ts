// Draws every picture of the example content: `node seed/images/draw.ts`. The results are committed.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawScene } from './scene.ts';
import { scenes } from './scenes.ts';

const folder = import.meta.dirname;

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
<circle cx="32" cy="32" r="31" fill="#0f284c"/>
<circle cx="32" cy="32" r="19" fill="none" stroke="#f5b765" stroke-width="2"/>
<g fill="#ffd9a0"><circle cx="13" cy="32" r="3.5"/><circle cx="51" cy="32" r="3.5"/><circle cx="32" cy="32" r="8.5"/></g>
</svg>
`;

for (const [name, scene] of Object.entries(scenes)) {
  const picture = await sharp(Buffer.from(drawScene(scene))).webp({ quality: 84, effort: 6 }).toBuffer();
  await writeFile(join(folder, `${name}.webp`), picture);
}
await writeFile(join(folder, 'logo.svg'), logo);
