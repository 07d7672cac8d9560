import type { PipelineServerOptions } from '@frontage/pipeline/server';

const notExpected = (): never => {
  throw new Error('The webhook must call only publish');
};

/** A pipeline for the real server that appends published documents to `published`. Other methods throw. */
export function recordingPipeline(published: string[]): PipelineServerOptions['pipeline'] {
  return {
    publish: (documents) => {
      published.push(...documents);
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
