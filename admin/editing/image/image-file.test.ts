import { describe, expect, it } from 'vitest';
import { altFromName, imageProblem, storedName } from './image-file.ts';

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

  it.each([
    ['our-team_2026.JPG', 'our team 2026'],
    ['a [b].png', 'a b'],
    ['photo', 'photo'],
  ])('%s has the alt text "%s"', (name, alt) => {
    expect(altFromName(name)).toBe(alt);
  });
});
