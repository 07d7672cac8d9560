import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the site and the back office are kept as they are compiled, by what they are made of. */
export const compiledFolder = join(import.meta.dirname, '../node_modules/.cache/frontage-tests');

/** The environment variable that names the data folder of the first start, where there was one. */
export const seededVariable = 'FRONTAGE_SEEDED';

/** Makes a data folder find both as if it had compiled them itself: its own copy, which it may damage. A start compiles what is not there. */
export function copyCompiled(dataDir: string): void {
  if (existsSync(compiledFolder)) cpSync(compiledFolder, dataDir, { recursive: true });
}

/** Makes a data folder what a first start leaves, with the example content; without such a start, one that is compiled only. */
export function copySeeded(dataDir: string): void {
  cpSync(process.env[seededVariable] ?? compiledFolder, dataDir, { recursive: true });
}
