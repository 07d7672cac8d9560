import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectWithKinds, resultsIn } from './project.fixture.ts';
import { randomKinds } from './random-kinds.fixture.ts';

const isFull = Boolean(process.env['FULL']);
// Each project has other kinds; each sequence other documents.
const [projects, sequences, kindsOfEach] = isFull ? [20, 100, 6] : [1, 6, 5];
const first = isFull ? Math.trunc(Math.random() * 1_000_000) : 1;

it.each(Array.from({ length: projects }, (_, index) => first + index))(
  'rules, schemas, releases and announced impact agree for random kinds with seed %i',
  async (seed) => {
    const project = await projectWithKinds(randomKinds(kindsOfEach, seed));
    try {
      const suite = 'tests/contract/new-kind/random-in-project.test.ts';
      cpSync(join(import.meta.dirname, 'random-in-project.fixture.ts'), join(project.folder, suite));
      const env = { SEQUENCES: String(sequences), SEED: String(seed) };
      const results = await resultsIn(project.folder, suite, env);
      expect(results.filter((result) => !result.endsWith(': passed'))).toEqual([]);
      expect(results).toHaveLength(2);
    } finally {
      project.remove();
    }
  },
  isFull ? 3_600_000 : 120_000,
);
