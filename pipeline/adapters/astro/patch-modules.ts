// Statements of libraries that are slow in Node and have a faster equivalent. A test checks that
// the libraries still contain them.
interface ModulePatch {
  /** Part of the path of the patched modules. */
  path: string;
  slow: RegExp;
  fast: string;
}

export const modulePatches: Record<'fields' | 'slots', ModulePatch> = {
  // markdown-it is published with class fields compiled for old engines: a function call for each field of each token,
  // an eighth of all render time.
  fields: {
    path: '/markdown-it/',
    slow: /_defineProperty\(\s*this,\s*(?:\/\*\*[\s\S]*?\*\/\s*)?"(\w+)",/g,
    fast: '(this.$1 =',
  },
  // V8 allocates a function that is written as the value of a property in the old generation. This function belongs to
  // one page, and keeps all objects of the page alive until the next collection of the old generation. These
  // collections take a third of all render time.
  slots: {
    path: '/astro/dist/runtime/server/render/astro/instance.js',
    slow: /this\.slotValues\[name\] = (\(\) => \{[\s\S]*?return slots\[name\]\(result\);\s*\});/,
    fast: 'const slot = $1;\nthis.slotValues[name] = slot;',
  },
};

/** The patched code of a module; null if no patch applies to it. */
export function patchModule(code: string, id: string): string | null {
  const found = Object.values(modulePatches).find(({ path }) => id.includes(path));
  return found ? code.replace(found.slow, found.fast) : null;
}
