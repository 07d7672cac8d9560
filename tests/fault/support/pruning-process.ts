import { join } from 'node:path';
import { DiskBlobs } from '@frontage/pipeline/blobs';
import { DiskStore } from '@frontage/pipeline/store';
import { openTextPipeline } from '../../../pipeline/engine/text-pipeline.fixture.ts';
import { aPage } from '../../../pipeline/sync/documents.fixture.ts';
import { memorySource } from '../../../pipeline/sync/memory-source.fixture.ts';

/**
 * With `publish`, publishes bulk releases in the given folder, forgets the oldest ones, and kills itself before it
 * removes their rows and files. With `prune`, removes them, and kills itself at the given step, or the given number of
 * milliseconds after its begin. Prints the name of each step before it begins.
 */
const [dataDir = '', work = '', killedAt = '0', delay = '0'] = process.argv.slice(2);

async function publish(): Promise<void> {
  const source = memorySource();
  const setPages = (round: number, count: number): string[] =>
    Array.from({ length: count }, (_, index) => {
      const slug = `p${String(index)}`;
      source.set(`pages/${slug}`, aPage({ slug, title: `Round ${String(round)}`, show_in_menu: index === 0 }));
      return `pages/${slug}`;
    });

  const pipeline = await openTextPipeline({ dataDir, source, retain: 50 });
  setPages(0, 150);
  await pipeline.reconcile();
  for (const round of [1, 2, 3]) await pipeline.publish(setPages(round, 150));
  await pipeline.close();

  // The next release forgets three bulk releases. Their rows are too many for its commit.
  const last = await openTextPipeline({ dataDir, source, retain: 2 });
  await last.reconcile();
  await last.publish(setPages(4, 3));
}

async function prune(): Promise<void> {
  let steps = 0;
  const enter = (name: string): void => {
    process.stdout.write(`${name}\n`);
    if (steps === Number(killedAt)) {
      if (delay === '0') process.kill(process.pid, 'SIGKILL');
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(delay));
    }
    steps += 1;
  };
  const store = new DiskStore(dataDir);
  const blobs = new DiskBlobs(join(dataDir, 'blobs'));
  enter('committed');
  for (let pruned = await store.prune(); pruned !== null; pruned = await store.prune()) {
    enter('rows');
    blobs.forget(pruned.unneeded.filter((hash) => !store.isReferenced(hash, 'kept')));
  }
  enter('bytes');
  await blobs.eraseForgotten();
  enter('completed');
}

await (work === 'publish' ? publish() : prune());
process.kill(process.pid, 'SIGKILL');
