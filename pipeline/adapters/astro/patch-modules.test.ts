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
  expect(id).toContain(modulePatches.slots.path);
  const patched = patchModule(code, id);
  expect(patched).not.toMatch(/this\.slotValues\[name\] = \(/);
  expect(patched?.match(/const slot = \(\) => \{[\s\S]*?\};\s*this\.slotValues\[name\] = slot;/)).not.toBeNull();
});

it('rewrites the definition of token fields in markdown-it', () => {
  const { id, code } = read('markdown-it');
  expect(code).toContain('_defineProperty(');
  expect(patchModule(code, id)).not.toMatch(/_defineProperty\(\s*this,/);
});

it('returns null for other modules', () => {
  expect(patchModule('this.slotValues[name] = () => {};', '/src/pages/index.astro')).toBeNull();
});
