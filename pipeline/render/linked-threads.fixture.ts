import { linkedRenderer } from './linked-renderer.fixture.ts';
import type { CompiledSite, Renderer } from './renderer.ts';

/** Opens the linked site in threads. */
export const openRenderer = ({ fingerprint }: Pick<CompiledSite, 'fingerprint'>): Promise<Renderer> =>
  Promise.resolve(linkedRenderer(fingerprint));

/** Options for threads that render the linked site of this name. */
export const linkedThreads = (fingerprint: string) => ({
  templates: import.meta.url,
  compiled: { fingerprint, serverEntry: '', clientDir: '' },
  onEnd: (error: Error): void => {
    throw error;
  },
});
