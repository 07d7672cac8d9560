import type { PipelineState } from '@frontage/model/build-state';

/** What keeps the pipeline from publishing, if anything does. */
export interface Health {
  /** Notes why something could not be carried out. */
  failed(reason: string): void;
  /** Notes that something was. */
  succeeded(): void;
  /** Notes that the source does not answer, or, with null, that it does; returns whether it had not. */
  reached(reason: string | null): boolean;
  state(): Exclude<PipelineState['state'], 'building'>;
  reason(): string | null;
}

export function openHealth(): Health {
  let failure: string | null = null;
  let unreachable: string | null = null;
  return {
    failed: (reason) => void (failure = reason),
    succeeded: () => void (failure = null),
    reached: (reason) => {
      const isBack = unreachable !== null && reason === null;
      unreachable = reason;
      return isBack;
    },
    state: () => (unreachable !== null ? 'unreachable' : failure !== null ? 'failed' : 'idle'),
    reason: () => unreachable ?? failure,
  };
}
