import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** Cache of the compiled site and admin, keyed by their sources. */
export const compiledFolder = join(import.meta.dirname, '../node_modules/.cache/frontage-tests');

/** Environment variable with the data folder of the first start, if there was one. */
export const seededVariable = 'FRONTAGE_SEEDED';

/** Environment variable with the first port of that start, which only one test file at a time can use. */
export const seededPortVariable = 'FRONTAGE_SEEDED_PORT';

/** Copies the compiled site and admin into a data folder, which a test may damage. A start compiles missing parts. */
export function copyCompiled(dataDir: string): void {
  if (existsSync(compiledFolder)) cpSync(compiledFolder, dataDir, { recursive: true });
}

/** Copies the data folder of a first start, with the example content; if there was none, only the compiled parts. */
export function copySeeded(dataDir: string): void {
  cpSync(process.env[seededVariable] ?? compiledFolder, dataDir, { recursive: true });
}
