import type { AstroIntegration } from 'astro';

/**
 * Compiles the site once into an app that renders any route from `Astro.locals.content`. Nothing is prerendered by
 * `astro build`: the pipeline decides which routes to render, and when.
 */
export function renderer(): AstroIntegration {
  return {
    name: 'frontage-renderer',
    hooks: {
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
