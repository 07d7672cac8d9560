import type { AstroIntegration } from 'astro';

// markdown-it is published with class fields for engines of ten years ago: a call for each field of each token, an eighth
// of all rendering.
const oldField = /_defineProperty\(\s*this,\s*(?:\/\*\*[\s\S]*?\*\/\s*)?"(\w+)",/g;

const fastFields = {
  name: 'frontage-class-fields',
  transform: (code: string, id: string) =>
    id.includes('/markdown-it/') ? { code: code.replace(oldField, '(this.$1 ='), map: null } : null,
};

/**
 * Compiles the site once into an app that renders any route from `Astro.locals.content`. Nothing is prerendered by
 * `astro build`: the pipeline decides what to render, and when.
 */
export function renderer(): AstroIntegration {
  return {
    name: 'frontage-renderer',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => void updateConfig({ vite: { plugins: [fastFields] } }),
      'astro:route:setup': ({ route }) => {
        route.prerender = false;
      },
      'astro:config:done': ({ setAdapter }) => {
        setAdapter({
          name: 'frontage-renderer',
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('./server.ts', import.meta.url),
          supportedAstroFeatures: { serverOutput: 'stable', staticOutput: 'stable', hybridOutput: 'stable' },
          adapterFeatures: { buildOutput: 'server' },
        });
      },
    },
  };
}
