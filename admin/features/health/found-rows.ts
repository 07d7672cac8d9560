import { type Finding, type HealthRule, healthRules, ruleNames, severities, severityOf } from '@frontage/model/health';
import { foldText } from '@frontage/model/fold';
import { kindOf } from '@frontage/model/kinds/kinds';
import { adminPaths, collections } from '@frontage/model/paths';
import { editorOf, previewCollections } from '../../editing/editor/places.ts';

export interface Filter {
  q: string;
  severity: string;
  rule: string;
}

/** The findings of one rule. */
export interface RuleGroup {
  rule: HealthRule;
  findings: Finding[];
}

/** The findings that match a filter, by rule: errors first, then warnings and notices. */
export function groupFindings(findings: readonly Finding[], { q, severity, rule }: Filter): RuleGroup[] {
  const words = foldText(q).split(/\s+/).filter(Boolean);
  const matches = (found: Finding): boolean => {
    const text = foldText(`${found.path} ${found.message} ${healthRules[found.rule].title}`);
    return words.every((word) => text.includes(word));
  };
  const byRule = Map.groupBy(findings.filter(matches), (found) => found.rule);
  return severities
    .filter((known) => severity === 'all' || severity === known)
    .flatMap((known) => ruleNames.filter((name) => severityOf({ rule: name }) === known))
    .filter((name) => rule === 'all' || rule === name)
    .flatMap((name) => {
      const some = byRule.get(name);
      return some ? [{ rule: name, findings: some }] : [];
    });
}

/** A link within the admin to the field that a finding concerns; null if no field can correct it. */
export function placeOf({ document, field, find }: Finding): { to: string; state: object } | null {
  if (document === null) return null;
  const slash = document.indexOf('/');
  const [collection, id] = [document.slice(0, slash), document.slice(slash + 1)];
  const state = field === null ? {} : { field, ...(find !== null && { find }) };
  if (collection === collections.redirects) return { to: `${adminPaths.redirects}?q=${encodeURIComponent(id)}`, state };
  if (collection === collections.settings) return { to: editorOf({ collection: 'settings', id }), state };
  const kind = kindOf(collection);
  return kind && { to: editorOf({ collection: previewCollections[kind], id }), state };
}
