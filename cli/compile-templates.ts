import { join, resolve } from 'node:path';
import { compileSite } from '@frontage/pipeline/adapters/astro/compile';
import type { CompiledSite } from '@frontage/pipeline/pipeline';
import { root } from './configuration.ts';
import type { Flags } from './flags.ts';
import type { Presenter } from './present.ts';

/** Compiles the site with `PUBLIC_…` settings if its sources changed, into `FRONTAGE_COMPILED` or the data folder. */
export const compileTemplates = (
  { data }: Pick<Flags, 'data'>,
  presenter: Presenter,
  settings: Record<string, string> = {},
): Promise<CompiledSite> =>
  compileSite({
    root,
    outDir: process.env['FRONTAGE_COMPILED'] ?? join(resolve(data), 'compiled'),
    settings,
    log: (line) => presenter.show({ event: 'compile', message: line }, line),
  });
