import type { Log } from '@frontage/firestore-server/log';
import type { RulesIssue } from '@frontage/rules-engine/ruleset';
import { compileRules } from '@frontage/rules-engine/ruleset';
import type { Ruleset } from '@frontage/rules-engine/ruleset';
import { watchRules } from './watch-rules.ts';

/** The rules of a file, reloaded when it changes; their errors are logged. */
export interface RulesInForce {
  /** Null, which denies everything, until a first version compiled. */
  current(): Ruleset | null;
  /** Puts other rules in force until the file changes; issues leave the rules as they were. */
  set(source: string): RulesIssue[];
  stop(): void;
}

export function openRules(file: string, log: Log): RulesInForce {
  let ruleset: Ruleset | null = null;
  const take = (next: Ruleset): void => {
    if (ruleset !== null) log({ level: 'info', source: 'rules', message: `${file} was loaded again` });
    ruleset = next;
  };
  const complain = (issues: readonly RulesIssue[]): void => {
    const kept = ruleset === null ? 'everything is denied' : 'the rules before stay in force';
    const list = issues.map(({ line, column, message, excerpt }) => `${line}:${column}: ${message}\n${excerpt}`);
    log({ level: 'error', source: 'rules', message: `${file} was not taken, ${kept}:\n${list.join('\n')}` });
  };
  const watcher = watchRules(file, take, complain);
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
