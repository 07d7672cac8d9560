import type { CompiledSite, Renderer } from './renderer.ts';
import { textRenderer } from './text-renderer.fixture.ts';

/** What threads open the text site by. */
export const openRenderer = ({ fingerprint }: Pick<CompiledSite, 'fingerprint'>): Promise<Renderer> =>
  Promise.resolve(textRenderer(fingerprint));

/** Options for threads that render the text site of this name. */
export const textThreads = (fingerprint: string) => ({
  templates: import.meta.url,
  compiled: { fingerprint, serverEntry: '', clientDir: '' },
  onEnd: (error: Error): void => {
    throw error;
  },
});
