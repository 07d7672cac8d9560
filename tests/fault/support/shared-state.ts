import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { folderObjects } from '@frontage/pipeline/objects';
import type { Objects, Pipeline } from '@frontage/pipeline';
import type { Ports } from '../../../pipeline/engine/pipeline-interface.ts';
import type { Notice } from '../../../pipeline/site/store.ts';
import { aPage } from '../../../pipeline/sync/documents.fixture.ts';
import { memorySource, type MemorySource } from '../../../pipeline/sync/memory-source.fixture.ts';
import { liveFiles, openTextPipeline } from '../../../pipeline/engine/text-pipeline.fixture.ts';

/** A content source, shared state in a folder, and pipelines ("machines") that use it with separate data folders. */
export function openSharedState() {
  const root = mkdtempSync(join(tmpdir(), 'frontage-shared-'));
  const open: Pipeline[] = [];
  const end = async () => {
    for (const pipeline of open) await pipeline.close().catch(() => undefined);
    rmSync(root, { recursive: true, force: true });
  };
  const source = memorySource();
  const objects = folderObjects(join(root, 'state'));
  const machine = async (
    name: string,
    options: {
      fingerprint?: string;
      retain?: number;
      state?: Objects | null;
      notices?: Notice[];
      openImages?: Ports['openImages'];
    } = {},
  ): Promise<Pipeline> => {
    const { state = objects, ...rest } = options;
    const pipeline = await openTextPipeline({
      dataDir: join(root, name),
      source,
      ...rest,
      ...(state && { state }),
    });
    open.push(pipeline);
    return pipeline;
  };
  const folderOf = (name: string): string => join(root, name);
  return { source, objects, machine, folderOf, end };
}

/** Like `openSharedState`, and closed at the end of the test. */
export function useSharedState() {
  const opened = openSharedState();
  onTestFinished(opened.end);
  return opened;
}

/** Writes a page to the source. */
export const write = (source: MemorySource, title: string, slug = 'a'): void =>
  source.set(`pages/${slug}`, aPage({ title, slug }));

/** Advances the source's clock until earlier changes are older than a sweep's overlap. */
export function advanceClock(source: MemorySource): void {
  for (let second = 0; second < 200; second += 1) source.delete('pages/none');
}

/** The live files of a from-scratch build of the content, by path. */
export async function fromScratch(source: MemorySource): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'frontage-scratch-'));
  const pipeline = await openTextPipeline({ dataDir: folder, source });
  try {
    await pipeline.reconcile();
    return await liveFiles(pipeline);
  } finally {
    await pipeline.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
