import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Identifies the history of a folder without a shared log; generated at first use. */
export function localHistoryId(dataDir: string): string {
  const file = join(dataDir, 'own-history');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const history = randomUUID();
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, history, { flush: true });
  return history;
}
