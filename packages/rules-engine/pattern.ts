import { RE2JS } from 're2js';
import { RulesError } from './values.ts';

// Patterns can come from data, so the cache must be bounded.
const MAX_PATTERNS = 500;

/** Returns a function that compiles RE2 patterns and caches them. */
export function patternCache(): (source: string) => RE2JS | RulesError {
  const patterns = new Map<string, RE2JS>();
  return (source) => {
    const known = patterns.get(source);
    if (known !== undefined) return known;
    const compiled = compilePattern(source);
    if (compiled instanceof RulesError) return compiled;
    if (patterns.size >= MAX_PATTERNS) patterns.clear();
    patterns.set(source, compiled);
    return compiled;
  };
}

/** The compiled RE2 pattern, or an error if it is invalid. */
export function compilePattern(source: string): RE2JS | RulesError {
  try {
    return RE2JS.compile(source);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return new RulesError(`${JSON.stringify(source)} is not an RE2 pattern: ${reason}`);
  }
}
