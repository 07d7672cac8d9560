import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Tells the history of a folder that follows no log from others; it is made up at first use. */
export function ownHistory(dataDir: string): string {
  const file = join(dataDir, 'own-history');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const history = randomUUID();
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, history, { flush: true });
  return history;
}
