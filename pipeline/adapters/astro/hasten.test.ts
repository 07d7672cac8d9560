import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { hasten, rewritings } from './hasten.ts';

const read = (module: string): { id: string; code: string } => {
  const id = createRequire(import.meta.url).resolve(module);
  return { id, code: readFileSync(id, 'utf8') };
};

it('writes otherwise what makes a page’s slots among the objects that stay', () => {
  const { id, code } = read('astro/runtime/server/render/astro/instance.js');
  expect(id).toContain(rewritings.slots.of);
  const fast = hasten(code, id);
  expect(fast).not.toMatch(/this\.slotValues\[name\] = \(/);
  expect(fast?.match(/const slot = \(\) => \{[\s\S]*?\};\s*this\.slotValues\[name\] = slot;/)).not.toBeNull();
});

it('writes otherwise how Markdown’s tokens get their fields', () => {
  const { id, code } = read('markdown-it');
  expect(code).toContain('_defineProperty(');
  expect(hasten(code, id)).not.toMatch(/_defineProperty\(\s*this,/);
});

it('leaves other modules as they are', () => {
  expect(hasten('this.slotValues[name] = () => {};', '/src/pages/index.astro')).toBeNull();
});
