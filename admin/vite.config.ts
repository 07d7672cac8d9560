import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `vite` alone finds `/config.json`: the admin origin of a running `npm start`. */
const runningAdmin = process.env['FRONTAGE_ADMIN'] ?? 'http://127.0.0.1:4322';

/** What loads screens. */
const isFrame = /(^|\/)(index|staff-area)(-[^/]*)?\.(js|html)$/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutJsonSchema()],
  build: {
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    // Screens and the Markdown editor come with all they are made of at once. Of what else is loaded later most is there:
    // naming the rest costs each screen 2 kB.
    modulePreload: {
      // A browser without it loads the same a little later.
      polyfill: false,
      resolveDependencies: (file, dependencies, { hostId }) =>
        isFrame.test(hostId) || file.includes('markdown-editor') ? dependencies : [],
    },
    rolldownOptions: {
      // Chakra's default theme is made by a call in the module the recipes come from; unused, it may go.
      treeshake: { manualPureFunctions: ['defineConfig'] },
      // What nearly every screen is made of comes in one file: eighty small ones compress worse, by 8 kB a screen.
      output: {
        codeSplitting: {
          groups: [
            { name: 'ui', test: /@chakra-ui|[\\/]admin[\\/]ui[\\/]/, minShareCount: 12 },
            { name: 'queries', test: /@tanstack/, minShareCount: 14 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/config.json': runningAdmin } },
});

/**
 * Leaves out the converter to JSON Schema that zod ties to every schema (5 kB of every screen, compressed): the back
 * office never converts one. Calling it would throw.
 */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return null;
      const names = [...code.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name);
      const unused = 'const unused = () => { throw new Error("JSON Schema is left out of this build"); };';
      return { code: [unused, ...names.map((name) => `export const ${name} = unused;`)].join('\n'), map: null };
    },
  };
}
