import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { patchModule, modulePatches } from './patch-modules.ts';

const read = (module: string): { id: string; code: string } => {
  const id = createRequire(import.meta.url).resolve(module);
  return { id, code: readFileSync(id, 'utf8') };
};

it('rewrites the statement that allocates a page’s slots in the old generation', () => {
  const { id, code } = read('astro/runtime/server/render/astro/instance.js');
  expect(id).toContain(modulePatches.slots.of);
  const fast = patchModule(code, id);
  expect(fast).not.toMatch(/this\.slotValues\[name\] = \(/);
  expect(fast?.match(/const slot = \(\) => \{[\s\S]*?\};\s*this\.slotValues\[name\] = slot;/)).not.toBeNull();
});

it('writes otherwise how Markdown’s tokens get their fields', () => {
  const { id, code } = read('markdown-it');
  expect(code).toContain('_defineProperty(');
  expect(patchModule(code, id)).not.toMatch(/_defineProperty\(\s*this,/);
});

it('leaves other modules as they are', () => {
  expect(patchModule('this.slotValues[name] = () => {};', '/src/pages/index.astro')).toBeNull();
});
