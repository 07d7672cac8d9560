import { expect, it } from 'vitest';
import { freePosition, type Box } from './toaster.tsx';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const notice = { width: 352, height: 80 };
const wide = { width: 366, height: 80 };
const box = (...[left, top, width, height]: [number, number, number, number]): Box => ({ left, top, width, height });

it.each<[string, typeof notice, typeof desk, Box[], { left: number; top: number }]>([
  ['in the lower right corner', notice, desk, [], { left: 1076, top: 808 }],
  [
    'in the upper right corner if a bar is at the bottom',
    notice,
    desk,
    [box(300, 840, 1140, 40)],
    { left: 1076, top: 12 },
  ],
  [
    'above the bottom bar if another bar is at the top',
    notice,
    desk,
    [box(300, 840, 1140, 40), box(300, 0, 1140, 60)],
    { left: 1076, top: 760 },
  ],
  ['on the left if the right has no space', notice, desk, [box(1000, 0, 440, 900)], { left: 12, top: 808 }],
  ['above the bottom bar on a phone', wide, phone, [box(0, 780, 390, 64), box(0, 0, 390, 56)], { left: 12, top: 696 }],
  [
    'between the rows of a list',
    wide,
    phone,
    [box(20, 0, 40, 56), box(20, 600, 40, 40), box(20, 740, 40, 40)],
    { left: 12, top: 656 },
  ],
  ['where it covers least if there is no free space', wide, phone, [box(0, 0, 390, 800)], { left: 12, top: 752 }],
])('freePosition is %s', (...[, size, window, obstacles, place]) => {
  expect(freePosition(size, window, obstacles)).toMatchObject(place);
});
