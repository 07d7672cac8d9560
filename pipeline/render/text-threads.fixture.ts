import { isMainThread } from 'node:worker_threads';
import type { CompiledSite, Renderer } from './renderer.ts';
import { textRenderer } from './text-renderer.fixture.ts';

/** Opens the text site in threads. A thread that renders `/exit` exits. */
export function openRenderer({ fingerprint }: Pick<CompiledSite, 'fingerprint'>): Promise<Renderer> {
  const renderer = textRenderer(fingerprint);
  const render: Renderer['render'] = (path, content) => {
    if (path === '/exit' && !isMainThread) process.exit(3);
    return renderer.render(path, content);
  };
  return Promise.resolve({ ...renderer, render });
}

/** Options for threads that render the text site of this name. */
export const textThreads = (fingerprint: string) => ({
  templates: import.meta.url,
  compiled: { fingerprint, serverEntry: '', clientDir: '' },
  onEnd: (error: Error): void => {
    throw error;
  },
});
