import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The source of `/config.json` if `vite` runs alone: the admin origin of a running `npm start`. */
const runningAdmin = process.env['FRONTAGE_ADMIN'] ?? 'http://127.0.0.1:4322';

/** The module that loads screens. */
const isFrame = /(^|\/)(index|staff-area)(-[^/]*)?\.(js|html)$/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutJsonSchema()],
  build: {
    manifest: true,
    target: 'es2023',
    // The first versions with `light-dark()`. For older ones, the colors of texts would follow the system only.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    // Screens and the Markdown editor preload all their dependencies. Other lazy modules share most of theirs with the
    // screen: listing the rest would cost each screen 2 kB.
    modulePreload: {
      // Browsers without module preload load the dependencies slightly later.
      polyfill: false,
      resolveDependencies: (file, dependencies, { hostId }) =>
        isFrame.test(hostId) || file.includes('markdown-editor') ? dependencies : [],
    },
    rolldownOptions: {
      // Chakra's default theme is the result of a call in the module of the recipes; marking it as pure removes it when
      // unused.
      treeshake: { manualPureFunctions: ['defineConfig'] },
      // Code shared by nearly every screen is one chunk: eighty small ones compress worse, by 8 kB per screen.
      output: {
        codeSplitting: {
          groups: [
            { name: 'ui', test: /@chakra-ui|[\\/]admin[\\/]ui[\\/]/, minShareCount: 12 },
            { name: 'queries', test: /@tanstack/, minShareCount: 14 },
            // The sign-in needs the session without the documents.
            { name: 'session', test: /[\\/]admin[\\/]lib[\\/]session/ },
            {
              name: 'documents',
              test: /[\\/]admin[\\/]lib[\\/](deferred-result|documents[\\/]document)/,
              minShareCount: 9,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/config.json': runningAdmin } },
});

/**
 * Removes zod's converter to JSON Schema (5 kB of every screen, compressed), which the admin never uses. Calling it
 * would throw.
 */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return null;
      const names = [...code.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name);
      const unused = 'const unused = () => { throw new Error("JSON Schema is not part of this build"); };';
      return { code: [unused, ...names.map((name) => `export const ${name} = unused;`)].join('\n'), map: null };
    },
  };
}
