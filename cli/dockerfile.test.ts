import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the container image installs packages of the lock only', () => {
  const text = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8');
  const installs = text.match(/npm (?:ci|i|install|add|update|pkg)\b/g) ?? [];
  expect(new Set(installs)).toEqual(new Set(['npm ci']));
});
