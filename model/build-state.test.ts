import { expect, it } from 'vitest';
import { pipelineState } from './build-state.ts';

const older = { state: 'idle', release: '7', pinned: true, at: '2026-01-01T00:00:00.000Z', problems: [] };

it('reads documents of earlier pipelines without progress, pin and failure', () => {
  expect(pipelineState.parse(older)).toEqual({ ...older, pinned_to: null, progress: null, failure: null });
});
