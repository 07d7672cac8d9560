import type { PipelineServerOptions } from '@frontage/pipeline/server';

const notExpected = (): never => {
  throw new Error('The webhook must call only publish');
};

/**
 * A pipeline for the real server that appends published documents to `published`, and those of bulk hints to `bulk`.
 * Other methods throw.
 */
export function recordingPipeline(published: string[], bulk: string[] = []): PipelineServerOptions['pipeline'] {
  return {
    publish: (documents, _hint, isBulk) => {
      published.push(...documents);
      if (isBulk) bulk.push(...documents);
      return Promise.resolve({}) as never;
    },
    live: notExpected,
    status: notExpected,
    rollback: notExpected,
    unpin: notExpected,
    repair: notExpected,
    metrics: notExpected,
  };
}
