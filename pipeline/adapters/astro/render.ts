import { pathToFileURL } from 'node:url';
import type { CompiledSite, Renderer } from '../../render/renderer.ts';

/** Loads a compiled site. */
export async function openRenderer({ fingerprint, serverEntry }: CompiledSite): Promise<Renderer> {
  const compiled = (await import(/* @vite-ignore */ pathToFileURL(serverEntry).href)) as Omit<Renderer, 'fingerprint'>;
  return { fingerprint, fixedRoutes: compiled.fixedRoutes, render: compiled.render };
}
