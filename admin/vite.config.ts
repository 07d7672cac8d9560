import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `vite` alone finds `/config.json`: the admin origin of a running `npm start`. */
const runningAdmin = process.env['FRONTAGE_ADMIN'] ?? 'http://127.0.0.1:4322';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    // Chakra's default theme is built by a call in the module the recipes come from; unused, it may go.
    rolldownOptions: { treeshake: { manualPureFunctions: ['defineConfig'] } },
  },
  server: { proxy: { '/config.json': runningAdmin } },
});
