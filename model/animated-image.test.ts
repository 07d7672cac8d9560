import sharp from 'sharp';
import { expect, it } from 'vitest';
import { isAnimated } from './animated-image.ts';

const still = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
const joined = async (colors: string[]) => sharp(await Promise.all(colors.map(still)), { join: { animated: true } });

it.each(['webp', 'gif'] as const)('recognizes an animated %s', async (format) => {
  const images = await joined(['red', 'green', 'blue']);
  expect(isAnimated(await images.toFormat(format).toBuffer())).toBe(true);
});

it('recognizes an animated PNG by its control chunk', async () => {
  const bytes = await still('red');
  const control = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('acTL'), Buffer.alloc(12)]);
  expect(isAnimated(Buffer.concat([bytes.subarray(0, 33), control, bytes.subarray(33)]))).toBe(true);
});

it.each(['webp', 'gif', 'png', 'jpeg'] as const)('recognizes no animation in a still %s', async (format) => {
  const bytes = await sharp(await still('red'))
    .withMetadata()
    .toFormat(format)
    .toBuffer();
  expect(isAnimated(bytes)).toBe(false);
});

it.each(['', 'GIF89a', 'RIFF', '\x89PNG\r\n\x1a\n', `GIF89a${'\x21\xf9'.repeat(50)}`, `GIF89a${'\x2c'.repeat(50)}`])(
  'ends for a damaged file %j',
  (text) => {
    for (let length = 0; length <= text.length; length += 1) isAnimated(Buffer.from(text.slice(0, length), 'latin1'));
    expect(isAnimated(Buffer.from(text.slice(0, 8), 'latin1'))).toBe(false);
  },
);
