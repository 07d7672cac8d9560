import type { PipelineServerOptions } from '@frontage/pipeline/trigger/server';

const notAsked = (): never => {
  throw new Error('The webhook asks the pipeline to publish and nothing else');
};

/** A pipeline behind the real server that records publish requests. */
export function recordingPipeline(published: string[]): PipelineServerOptions['pipeline'] {
  return {
    publish: (documents) => {
      published.push(...documents);
      return Promise.resolve({}) as never;
    },
    live: notAsked,
    status: notAsked,
    rollback: notAsked,
    unpin: notAsked,
    repair: notAsked,
    metrics: notAsked,
  };
}
