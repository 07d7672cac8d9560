import { aPage, aSection } from '../../../pipeline/sync/documents.fixture.ts';
import { memorySource } from '../../../pipeline/sync/memory-source.fixture.ts';
import { openThreads } from '../../../pipeline/adapters/threads/open-threads.ts';
import { textThreads } from '../../../pipeline/render/text-threads.fixture.ts';
import { openTextPipeline } from '../../../pipeline/engine/text-pipeline.fixture.ts';

/**
 * Publishes changes in the given folder until it is killed. Every fourth round changes the menu, which is on every page,
 * and another page during that step. Prints one line at the start and one per release.
 */
const [dataDir = '', seed = '0'] = process.argv.slice(2);
// Enough pages for packs, threads and preemptible steps.
const pages = 120;

// Each process has a different clock, so that all documents are changed and the first step is large.
const source = memorySource(new Date(Date.UTC(2026, 0, 1) + Number(seed) * 86_400_000).toISOString());
const title = (round: number) => `Seed ${seed}, round ${String(round)}`;
for (let index = 0; index < pages; index += 1) {
  source.set(`pages/p${String(index)}`, aPage({ slug: `p${String(index)}`, title: title(0), show_in_menu: index < 5 }));
}
source.set('homepage_sections/s', aSection({ title: title(0) }));

const pipeline = await openTextPipeline({
  dataDir,
  source,
  retain: 3,
  preemptThreshold: 50,
  threads: (name) => openThreads({ ...textThreads(name), count: 2, fewest: 50 }),
});
process.stdout.write('publishing\n');
await pipeline.reconcile();
process.stdout.write('released\n');
for (let round = 1; ; round += 1) {
  const index = round % pages;
  source.set(
    `pages/p${String(index)}`,
    aPage({ slug: `p${String(index)}`, title: title(round), show_in_menu: index < 5 }),
  );
  const published = [pipeline.publish([`pages/p${String(index)}`])];
  if (round % 4 === 0) {
    source.set('pages/p0', aPage({ slug: 'p0', title: title(round), show_in_menu: true }));
    published.unshift(pipeline.publish(['pages/p0']));
    await new Promise((resolve) => setTimeout(resolve, round));
    source.set('pages/p7', aPage({ slug: 'p7', title: title(round), body: 'Meanwhile' }));
    published.push(pipeline.publish(['pages/p7']));
  }
  await Promise.all(published);
  process.stdout.write('released\n');
}
