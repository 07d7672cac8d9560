import { expect, it } from 'vitest';
import {
  focalClass,
  focalStyles,
  mediaForm,
  mediaId,
  mediaInText,
  mediaMessages,
  mediaOfAddress,
  mediaPlace,
  newMedia,
} from './media.ts';

const local = 'http://127.0.0.1:4327/v0/b';

it.each([
  [`${local}/demo-images/o/a.webp?alt=media&token=t`, 'demo-images_a.webp'],
  ['https://firebasestorage.googleapis.com/v0/b/acme-homepage-images/o/b.png?alt=media', 'homepage-images_b.png'],
  [`${local}/demo-images/o/a%20folder%2F%C3%BC.webp`, 'demo-images_a%20folder%2F%C3%BC.webp'],
  [`${local}/demo-images/o/a.webp#x`, 'demo-images_a.webp'],
  [`${local}/elsewhere/o/a.webp`, null],
  [`${local}/xdemo-images/o/a.webp`, null],
  [`${local}/demo-images/o/%ff`, null],
  [`see ${local}/demo-images/o/a.webp`, null],
  ['https://pictures.example/a.webp', null],
  ['/assets/images/a.webp', null],
  ['', null],
])('mediaOfAddress(%j) is %j', (address, id) => expect(mediaOfAddress(address)).toBe(id));

it('mediaId is null for a path that is too long for an id', () => {
  expect(mediaId('demo-images', 'ü'.repeat(600))).toBeNull();
  // Its id in the trash has six characters more.
  expect(mediaId('demo-images', 'x'.repeat(1_483))).toBeNull();
  expect(mediaId('demo-images', 'x'.repeat(1_482))).toHaveLength(1_494);
});

it.each([
  [{ title: '', alt: ' ' }, null],
  [{ is_decorative: true, alt: '' }, null],
  [{ is_decorative: true, alt: 'A harbor' }, mediaMessages.decorative],
  [{ title: 'x'.repeat(200), alt: 'x'.repeat(500) }, null],
  [{ title: 'x'.repeat(201) }, mediaMessages.titleTooLong],
  [{ alt: 'x'.repeat(501) }, mediaMessages.altTooLong],
])('mediaForm checks %j: %j', (fields, message) => {
  const parsed = mediaForm.safeParse({ ...newMedia, ...fields });
  expect(parsed.error?.issues[0]?.message ?? null).toBe(message);
});

it.each([
  [0, 1, true],
  [0.5, 0.25, true],
  [-0.01, 0, false],
  [0, 1.01, false],
  [NaN, 0, false],
])('mediaForm checks the focal point %d, %d: %j', (x, y, isValid) => {
  expect(mediaForm.safeParse({ ...newMedia, focal: { x, y } }).success).toBe(isValid);
});

it.each([
  [0.5, 0.5, ''],
  [0.51, 0.49, ''],
  [0.3, 0.75, 'at-x30 at-y75'],
  [0.28, 0.5, 'at-x30'],
  [0.5, 1, 'at-y100'],
  [0, 0.02, 'at-x0 at-y0'],
])('focalClass of %d, %d is %j, and the stylesheet has each class', (x, y, classes) => {
  expect(focalClass({ x, y })).toBe(classes);
  for (const name of classes.split(' ').filter(Boolean)) expect(focalStyles).toContain(`.${name}{`);
});

it('focalStyles set object-position in percent', () => {
  expect(focalStyles).toContain('{object-position:var(--at-x,50%) var(--at-y,50%)}');
  expect(focalStyles).toContain('.at-x30{--at-x:30%}');
});

it.each([
  ['demo-images_a.webp', { bucket: 'demo-images', path: 'a.webp' }],
  [mediaId('branding-assets', 'a folder/ü.svg') ?? '', { bucket: 'branding-assets', path: 'a folder/ü.svg' }],
  ['elsewhere_a.webp', null],
  ['demo-images_%ff', null],
])('mediaPlace(%j) is %j', (id, place) => expect(mediaPlace(id)).toEqual(place));

it('mediaInText finds addresses in Markdown, HTML and JSON', () => {
  const text = `![](${local}/demo-images/o/a.webp?alt=media) <img src="${local}/demo-images/o/b.webp"> \\"${local}/homepage-images/o/c.png\\"`;
  expect([...mediaInText(text)]).toEqual(['demo-images_a.webp', 'demo-images_b.webp', 'homepage-images_c.png']);
});
