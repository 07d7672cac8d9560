import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents; throws the system's error if that fails. Unlike this function, Node's recursive
 * `mkdir` never returns if an existing parent does not permit new folders (below /proc).
 */
export function makeFolder(folder: string): void {
  try {
    makeOne(folder);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    if (dirname(folder) === folder) throw error;
    makeFolder(dirname(folder));
    makeOne(folder);
  }
}

function makeOne(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) mkdirSync(folder);
}

/** The parsed text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
