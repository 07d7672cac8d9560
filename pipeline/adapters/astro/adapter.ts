import type { AstroIntegration } from 'astro';

// markdown-it is published with class fields for engines of ten years ago: eight calls a token, an eighth of all rendering.
const oldField = /function _defineProperty\(e, r, t\) \{[^}]*\{[^}]*\}[^}]*\}/;
const newField = 'function _defineProperty(e, r, t) { e[r] = t; return e; }';

const fastFields = {
  name: 'frontage-class-fields',
  transform: (code: string, id: string) =>
    id.includes('/markdown-it/') ? { code: code.replace(oldField, newField), map: null } : null,
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
