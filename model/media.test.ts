import { expect, it } from 'vitest';
import { mediaForm, mediaId, mediaMessages, mediaOfAddress, newMedia } from './media.ts';

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
