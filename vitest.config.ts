import { defineConfig } from 'vitest/config';

const excluded = ['**/node_modules/**', '**/dist/**', '.frontage/**'];
/** System tests that live beside the workspace they are about. */
const beside: Record<string, string[]> = {
  contract: ['local/firestore/contract/**/*.test.ts', 'local/rules/packed.test.ts'],
  rules: ['local/rules/language/**/*.test.ts'],
};

/**
 * A project a layer: `unit` is fast and alone; the others start real servers and browsers, take minutes, and wait more
 * than they compute, so two of their files run at a time whatever the machine.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{model,pipeline,local,functions,admin,src,cli,seed}/**/*.test.{ts,tsx}'],
          exclude: [...excluded, ...Object.values(beside).flat()],
        },
      },
      ...['contract', 'rules', 'fault', 'e2e'].map((name) => ({
        test: {
          name,
          include: [`tests/${name}/**/*.test.ts`, ...(beside[name] ?? [])],
          exclude: excluded,
          testTimeout: 90_000,
          hookTimeout: 300_000,
          globalSetup: name === 'e2e' ? ['tests/e2e/chromium.ts'] : [],
        },
      })),
    ],
  },
});
