import { describe, expect, it, test } from 'vitest';
import { formatBytes, imageAddress, imageProblem, storedName } from './image-file.ts';

const mega = 1024 * 1024;

describe('image files', () => {
  it.each([
    ['image/jpeg', 5 * mega, null],
    ['image/webp', 1, null],
    ['image/png', 5 * mega + 1, 'size'],
    ['image/gif', 1, 'type'],
    ['image/svg+xml', 1, 'type'],
    ['text/html', 10 * mega, 'type'],
    ['', 1, 'type'],
  ])('checks type %j and size %d: %s', (type, size, problem) => {
    expect(imageProblem('demo-images', { type, size })).toBe(problem);
  });

  it('get a random stored name', () => {
    const name = storedName('demo-images', { type: 'image/jpeg' });
    expect(name).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.jpg$/);
    expect(storedName('demo-images', { type: 'image/jpeg' })).not.toBe(name);
  });
});

test.each([
  ['https://pictures.example/a.png', 'https://pictures.example/a.png'],
  ['/assets/images/a.png', 'https://site.example/assets/images/a.png'],
  ['//pictures.example/a.png', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['a.png', null],
  ['', null],
])('%j is loaded from %j', (stored, address) => {
  expect(imageAddress(stored, 'https://site.example')).toBe(address);
});

test.each([
  [0, '1 KB'],
  [500 * 1024, '500 KB'],
  [5 * 1024 * 1024, '5 MB'],
  [5 * 1024 * 1024 + 1, '5.1 MB'],
  [8_600_000, '8.3 MB'],
])('%d bytes are %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words));
