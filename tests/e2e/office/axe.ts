import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The axe violations of a page as `rule: element`. Repeats up to `maxRuns` times while there are any, to exclude
 * transient states such as a button that is being enabled.
 */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  let found = await inspect(page);
  for (let run = 1; run < maxRuns && found.length > 0; run += 1) found = await inspect(page);
  return found;
}

const maxRuns = 4;

async function inspect(page: Page): Promise<string[]> {
  const results = await page.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })');
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
