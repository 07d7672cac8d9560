// Statements of libraries that are slow in Node and have a faster equivalent. A test checks that
// the libraries still contain them.
interface Rewriting {
  /** Part of the address of the modules it is about. */
  of: string;
  slow: RegExp;
  fast: string;
}

export const modulePatches: Record<'fields' | 'slots', Rewriting> = {
  // markdown-it is published with class fields for engines of ten years ago: a call for each field of each token, an
  // eighth of all rendering.
  fields: {
    of: '/markdown-it/',
    slow: /_defineProperty\(\s*this,\s*(?:\/\*\*[\s\S]*?\*\/\s*)?"(\w+)",/g,
    fast: '(this.$1 =',
  },
  // V8 takes a function that is written as a property's value for one that stays, and makes it among the old objects. This
  // one is of one page, and held all that the page was made of until the old ones were looked through: a third of all
  // rendering.
  slots: {
    of: '/astro/dist/runtime/server/render/astro/instance.js',
    slow: /this\.slotValues\[name\] = (\(\) => \{[\s\S]*?return slots\[name\]\(result\);\s*\});/,
    fast: 'const slot = $1;\nthis.slotValues[name] = slot;',
  },
};

/** Code of a library as it is compiled; null where nothing is written otherwise. */
export function patchModule(code: string, id: string): string | null {
  const found = Object.values(modulePatches).find(({ of }) => id.includes(of));
  return found ? code.replace(found.slow, found.fast) : null;
}
