import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aPage, aSection } from '../sync/documents.fixture.ts';
import { memorySource, type MemorySource } from '../sync/memory-source.fixture.ts';
import type { Pipeline } from './pipeline-interface.ts';
import { liveFiles, openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

let home: ReturnType<typeof temporaryFolder>;
let source: MemorySource;
let pipeline: Pipeline;

const open = async (fingerprint = 'one'): Promise<void> => {
  pipeline = await openTextPipeline({ dataDir: home.folder, source, fingerprint });
};
const page = async (): Promise<string | undefined> => (await liveFiles(pipeline))['/ada.html'];

beforeEach(async () => {
  home = temporaryFolder();
  source = memorySource();
  source.set('pages/a', aPage({ title: 'Ada', slug: 'ada' }));
  source.set('homepage_sections/s', aSection());
  await open();
});
afterEach(async () => {
  await pipeline.close();
  home.remove();
});

it('serves the stored release before it looks for changes', async () => {
  await pipeline.follow();
  await pipeline.close();
  source.set('pages/a', aPage({ title: 'Changed', slug: 'ada' }));
  await open();
  const announced = Promise.withResolvers<void>();
  const served = Promise.withResolvers<void>();
  const following = pipeline.follow(() => {
    served.resolve();
    return announced.promise;
  });
  await served.promise;
  expect(await page()).toContain('Ada');
  announced.resolve();
  await following;
  expect(await page()).toContain('Changed');
});

describe('publishes changes first', () => {
  const whenServed = vi.fn(() => Promise.resolve());
  beforeEach(() => whenServed.mockClear());

  it('without a release', async () => {
    await pipeline.follow(whenServed);
    expect(whenServed).not.toHaveBeenCalled();
  });

  it('with other templates', async () => {
    await pipeline.follow();
    await pipeline.close();
    await open('two');
    await pipeline.follow(whenServed);
    expect(whenServed).not.toHaveBeenCalled();
  });

  it('after a process that was killed', async () => {
    await pipeline.follow();
    await pipeline.close();
    writeFileSync(join(home.folder, 'writing'), '');
    await open();
    await pipeline.follow(whenServed);
    expect(whenServed).not.toHaveBeenCalled();
  });
});
