import type { Log } from '@frontage/firestore-server/log';
import type { RulesIssue } from '@frontage/rules-engine/ruleset';
import { compileRules } from '@frontage/rules-engine/ruleset';
import type { Ruleset } from '@frontage/rules-engine/ruleset';
import { watchRules } from './watch-rules.ts';

/** The rules of a file, reloaded when it changes; their errors are logged. */
export interface ActiveRules {
  /** The active rules; null, which denies everything, until a first version compiles. */
  current(): Ruleset | null;
  /** Activates other rules until the file changes. If it returns issues, the active rules are unchanged. */
  set(source: string): RulesIssue[];
  stop(): void;
}

export function openActiveRules(file: string, log: Log): ActiveRules {
  let ruleset: Ruleset | null = null;
  const activate = (next: Ruleset): void => {
    if (ruleset !== null) log({ level: 'info', source: 'rules', message: `${file} was reloaded` });
    ruleset = next;
  };
  const logIssues = (issues: readonly RulesIssue[]): void => {
    const kept = ruleset === null ? 'everything is denied' : 'the previous rules stay active';
    const list = issues.map(({ line, column, message, excerpt }) => `${line}:${column}: ${message}\n${excerpt}`);
    log({ level: 'error', source: 'rules', message: `${file} was not loaded, ${kept}:\n${list.join('\n')}` });
  };
  const watcher = watchRules(file, activate, logIssues);
  return {
    current: () => ruleset,
    set(source) {
      const compiled = compileRules(source, { counted: true });
      if (!compiled.ok) return compiled.issues;
      ruleset = compiled.ruleset;
      return [];
    },
    stop: watcher.stop,
  };
}
