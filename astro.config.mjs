import react from '@astrojs/react';
import { defineConfig, passthroughImageService } from 'astro/config';
import { renderer } from './pipeline/adapters/astro/adapter.ts';

export default defineConfig({
  adapter: renderer(),
  integrations: [react()],
  trailingSlash: 'never',
  // Styles stay files: the hosting's content security policy then needs no hash a page.
  build: { format: 'file', assets: 'assets', inlineStylesheets: 'never' },
  // Images are processed by the pipeline, once an image, not by the site's compilation.
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  vite: {
    // Inlined scripts would each need a hash in the content security policy.
    build: { assetsInlineLimit: 0 },
    // Bundled, the compiled site runs from any folder, and React is its production build regardless of the host's NODE_ENV.
    ssr: { noExternal: true },
  },
});
