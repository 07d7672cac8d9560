import { readFileSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe } from './log.ts';
import type { Log } from './log.ts';
import type { RulesIssue } from './rules/issue.ts';
import { compileRules } from './rules/ruleset.ts';
import type { Ruleset } from './rules/ruleset.ts';

/** The rules of a file, compiled again when it changes. */
export interface WatchedRules {
  /** The rules in force: null, which denies everything, until a first version compiled. */
  current(): Ruleset | null;
  /** Puts other rules in force until the file changes; issues leave the rules as they were. */
  set(source: string): RulesIssue[];
  stop(): void;
}

const SETTLE_MS = 50;

export function watchRules(file: string, log: Log): WatchedRules {
  let ruleset: Ruleset | null = null;
  let loaded: string | null = null;
  let timer: NodeJS.Timeout | undefined;

  const set = (source: string): RulesIssue[] => {
    const compiled = compileRules(source);
    if (!compiled.ok) return compiled.issues;
    ruleset = compiled.ruleset;
    return [];
  };

  const load = (): void => {
    const source = read(file);
    if (typeof source !== 'string')
      return log({ level: 'error', source: 'rules', message: `${file}: ${describe(source.error)}` });
    if (source === loaded) return;
    const isFirst = loaded === null;
    loaded = source;
    const issues = set(source);
    for (const issue of issues) log({ level: 'error', source: 'rules', message: `${file}: ${formatIssue(issue)}` });
    if (issues.length > 0) {
      const kept = ruleset === null ? 'everything is denied' : 'the rules before stay in force';
      log({ level: 'error', source: 'rules', message: `${file} was not taken: ${kept}` });
    } else if (!isFirst) log({ level: 'info', source: 'rules', message: `${file} was loaded again` });
  };

  load();
  // Editors replace files instead of writing into them: only the folder sees that.
  const watcher = watch(dirname(file), { persistent: false }, (_event, name) => {
    if (name !== null && name !== basename(file)) return;
    clearTimeout(timer);
    timer = setTimeout(load, SETTLE_MS);
  });
  watcher.on('error', (error) =>
    log({ level: 'warn', source: 'rules', message: `${file} is no longer watched: ${error.message}` }),
  );
  return {
    current: () => ruleset,
    set,
    stop() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

function read(file: string): string | { error: unknown } {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return { error };
  }
}

function formatIssue({ line, column, message, excerpt }: RulesIssue): string {
  return `${line}:${column}: ${message}\n${excerpt}`;
}
