import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { projectWithChangedJobs, resultsIn } from './project.fixture.ts';

const project = projectWithChangedJobs();
afterAll(project.remove);

it('a kind with stated changes migrates, publishes and shows documents of both shapes', async () => {
  const suite = 'tests/contract/new-kind/changed-in-project.test.ts';
  cpSync(join(import.meta.dirname, 'changed-in-project.fixture.ts'), join(project.folder, suite));
  const results = await resultsIn(project.folder, suite);
  expect(results.filter((result) => !result.endsWith(': passed'))).toEqual([]);
  expect(results.length).toBeGreaterThan(8);
});
