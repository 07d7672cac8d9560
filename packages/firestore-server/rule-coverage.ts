import type { EvaluatedExpression, ExpressionReport, Ruleset } from '@frontage/rules-engine/ruleset';

/** The coverage of a ruleset in the format of the official emulator. Source: `ExpressionReport` of the Rules API. */
export function coverageReport(ruleset: Ruleset): object {
  const { source } = ruleset;
  const position = positionsIn(source);
  const reportOf = ({ start, end, results, children }: ExpressionReport): object => ({
    sourcePosition: { ...position(start), endOffset: position(end).currentOffset - 1 },
    ...(results.length === 0 ? {} : { values: results.map((one) => ({ value: valueOf(one), count: one.count })) }),
    ...(children.length === 0 ? {} : { children: children.map(reportOf) }),
  });
  const report = ruleset.coverage().map(reportOf);
  return { rules: { files: [{ name: fileName, content: source }] }, ...(report.length === 0 ? {} : { report }) };
}

const fileName = 'security.rules';

function valueOf({ value, error }: EvaluatedExpression): object {
  if (error !== undefined) return { undefined: { causeMessage: error } };
  switch (typeof value) {
    case 'boolean':
      return { boolValue: value };
    case 'bigint':
      return { intValue: String(value) };
    case 'number':
      return { floatValue: Number.isFinite(value) ? value : String(value) };
    case 'string':
      return { stringValue: value };
    default:
      return value === null ? { nullValue: null } : {};
  }
}

interface SourcePosition {
  fileName: string;
  line: number;
  column: number;
  currentOffset: number;
}

/** Lines and columns start at 1; all positions count characters, not UTF-16 units. */
function positionsIn(source: string): (offset: number) => SourcePosition {
  const at: SourcePosition[] = [];
  let [line, column, currentOffset] = [1, 1, 0];
  for (const character of source) {
    for (let unit = 0; unit < character.length; unit++) at.push({ fileName, line, column, currentOffset });
    currentOffset++;
    if (character === '\n') [line, column] = [line + 1, 1];
    else column++;
  }
  at.push({ fileName, line, column, currentOffset });
  return (offset) => at[offset] ?? { fileName, line, column, currentOffset };
}

/** An HTML page with the source, in which every expression is marked and has its values in a tooltip. */
export function coveragePage(ruleset: Ruleset): string {
  const { source } = ruleset;
  const text = (start: number, end: number): string => escape(source.slice(start, end));
  const marked = (reports: readonly ExpressionReport[], { start, end }: { start: number; end: number }): string => {
    let html = '';
    let at = start;
    for (const report of [...reports].sort((a, b) => a.start - b.start)) {
      html += text(at, report.start);
      const seen = report.results.length === 0 ? 'never evaluated' : report.results.map(describeResult).join('\n');
      html += `<span class="${report.results.length === 0 ? 'never' : 'seen'}" title="${escape(seen)}">`;
      html += `${marked(report.children, report)}</span>`;
      at = report.end;
    }
    return html + text(at, end);
  };
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Rule coverage</title>
<style>
  body { font: 16px/1.6 system-ui, sans-serif; margin: 2rem; }
  pre { font: 14px/1.6 ui-monospace, monospace; }
  .seen:hover { background: #dcf5dc; }
  .never { background: #ffd9d9; }
</style>
<h1>Rule coverage</h1>
<p>Hover over an expression to see its values and their counts. Expressions that no request reached are red.</p>
<pre>${marked(ruleset.coverage(), { start: 0, end: source.length })}</pre>
</html>
`;
}

function describeResult({ value, error, count }: EvaluatedExpression): string {
  const times = count === 1 ? 'once' : `${count} times`;
  if (error !== undefined) return `error, ${times}: ${error}`;
  if (value === undefined) return `another value, ${times}`;
  return `${typeof value === 'string' ? JSON.stringify(value) : String(value)}, ${times}`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
