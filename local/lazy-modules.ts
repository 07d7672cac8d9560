import { createRequire, Module } from 'node:module';

type Exports = ((...args: unknown[]) => unknown) & Record<PropertyKey, unknown>;

// Parts of firebase-tools' command line that its emulators import, but use rarely or never: prompts, sign-in, downloads,
// requests to Google. Loading them takes half of the time in which the emulators are loaded.
const rarelyUsedTools = [
  './api',
  './apiv2',
  './auth',
  './configstore',
  './emulator/downloadableEmulators',
  './emulator/portUtils',
  './prompt',
  './templates',
  './track',
  './vsCodeUtils',
  'open',
  'ora',
  'yaml',
];

/** Makes firebase-tools load the parts that its emulators rarely use when they are used. Call it before `require`. */
export function loadToolsOnFirstUse(): void {
  loadOnFirstUse(createRequire(import.meta.url).resolve('firebase-tools/lib/utils'), rarelyUsedTools);
}

/**
 * Makes `require` load CommonJS modules when one of their exports is first read. `names` are resolved from the file
 * `from`. Modules that are already loaded stay as they are.
 */
export function loadOnFirstUse(from: string, names: readonly string[]): void {
  const require = createRequire(from);
  for (const file of names.map((name) => require.resolve(name))) {
    if (require.cache[file]) continue;
    const placeholder = new Module(file);
    placeholder.filename = file;
    placeholder.loaded = true;
    let exports: Exports | undefined;
    placeholder.exports = readThrough(() => {
      if (exports === undefined) {
        Reflect.deleteProperty(require.cache, file);
        exports = require(file) as Exports;
      }
      return exports;
    });
    require.cache[file] = placeholder;
  }
}

/** Exports that are read from `load()`. They can be called, because some modules export a function. */
const readThrough = (load: () => Exports): Exports =>
  new Proxy((): unknown => undefined, {
    apply: (_, self, args: unknown[]): unknown => Reflect.apply(load(), self, args),
    get: (_, name) => load()[name],
    has: (_, name) => name in load(),
    ownKeys: () => Reflect.ownKeys(load()),
    getOwnPropertyDescriptor: (_, name) => {
      const found = Reflect.getOwnPropertyDescriptor(load(), name);
      return found && { ...found, configurable: true };
    },
  }) as Exports;
