import { readFileSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { RulesIssue } from '@frontage/rules-engine/ruleset';
import type { Ruleset } from '@frontage/rules-engine/ruleset';
import { compileRules } from '@frontage/rules-engine/ruleset';

export interface RulesWatcher {
  stop(): void;
}

// Editors write a file in several steps; this is long enough to see only the last one.
const SETTLE_MS = 50;

/**
 * Compiles the rules of a file now and whenever it changes. `onRules` gets every ruleset that compiles, the first one
 * before this function returns; `onIssues` gets the errors of a source that does not compile or cannot be read. The
 * last valid ruleset stays in use until the errors are fixed.
 */
export function watchRules(
  file: string,
  onRules: (ruleset: Ruleset) => void,
  onIssues: (issues: readonly RulesIssue[]) => void,
): RulesWatcher {
  let last: string | null | undefined;
  let timer: NodeJS.Timeout | undefined;

  function load(): void {
    const source = readSource(file);
    if (source === last) return;
    last = source;
    if (source === null) {
      onIssues([{ line: 1, column: 1, message: `The rules file ${file} cannot be read`, excerpt: '' }]);
      return;
    }
    const compiled = compileRules(source, { counted: true });
    if (compiled.ok) onRules(compiled.ruleset);
    else onIssues(compiled.issues);
  }

  // The folder is watched, because an editor that saves by renaming replaces the watched file.
  const watcher = watch(dirname(file), { persistent: false }, (_event, name) => {
    if (name !== null && name !== basename(file)) return;
    clearTimeout(timer);
    timer = setTimeout(load, SETTLE_MS);
  });
  // If the folder is removed, watching ends and the active rules stay.
  watcher.on('error', () => watcher.close());
  // The file is read after watching has started, so that no change is missed.
  load();

  return {
    stop() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

function readSource(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
