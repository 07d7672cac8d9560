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

// Logos of invented partners: shapes without letters, so that the result does not depend on installed fonts.
const partners: Record<string, string> = {
  rings: '<circle cx="112" cy="60" r="40" fill="none"/><circle cx="160" cy="60" r="40" fill="none"/><circle cx="208" cy="60" r="40" fill="none"/>',
  sun: '<path d="M84 88A76 76 0 0 1 236 88Z" stroke="none"/><path d="M40 104H280" fill="none"/>',
  doors:
    '<g stroke="none"><path d="M72 104V46A19 19 0 0 1 110 46V104Z"/><path d="M120 104V32A19 19 0 0 1 158 32V104Z"/><path d="M168 104V46A19 19 0 0 1 206 46V104Z"/><path d="M216 104V58A19 19 0 0 1 254 58V104Z"/></g>',
  wave: '<path d="M40 60C65 12 90 12 115 60S165 108 190 60S240 12 280 60" fill="none"/>',
};

for (const [name, shapes] of Object.entries(partners)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="120"><g fill="#33415c" stroke="#33415c" stroke-width="12" stroke-linecap="round">${shapes}</g></svg>`;
  await writeFile(join(folder, `partner-${name}.webp`), await sharp(Buffer.from(svg)).webp({ quality: 84 }).toBuffer());
}
for (const [name, scene] of Object.entries(scenes)) {
  const picture = await sharp(Buffer.from(drawScene(scene))).webp({ quality: 84, effort: 6 }).toBuffer();
  await writeFile(join(folder, `${name}.webp`), picture);
}
await writeFile(join(folder, 'logo.svg'), logo);
