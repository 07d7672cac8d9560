import { aPage, aSection } from '../../../pipeline/sync/documents.fixture.ts';
import { memorySource } from '../../../pipeline/sync/memory-source.fixture.ts';
import { openTextPipeline } from '../../../pipeline/trigger/text-pipeline.fixture.ts';

/** Publishes one change after another from the folder it is given, until it is killed. Prints a line when it begins, and one per release. */
const [dataDir = '', seed = '0'] = process.argv.slice(2);
const pages = 40;

// Every process has another clock, so that it finds all documents changed: its first step is a large one.
const source = memorySource(new Date(Date.UTC(2026, 0, 1) + Number(seed) * 86_400_000).toISOString());
const title = (round: number) => `Seed ${seed}, round ${String(round)}`;
for (let index = 0; index < pages; index += 1) {
  source.set(`pages/p${String(index)}`, aPage({ slug: `p${String(index)}`, title: title(0), show_in_menu: index < 5 }));
}
source.set('homepage_sections/s', aSection({ title: title(0) }));

const pipeline = await openTextPipeline({ dataDir, source, retain: 3 });
process.stdout.write('publishing\n');
await pipeline.reconcile();
process.stdout.write('released\n');
for (let round = 1; ; round += 1) {
  const index = round % pages;
  source.set(
    `pages/p${String(index)}`,
    aPage({ slug: `p${String(index)}`, title: title(round), show_in_menu: index < 5 }),
  );
  await pipeline.publish([`pages/p${String(index)}`]);
  process.stdout.write('released\n');
}
