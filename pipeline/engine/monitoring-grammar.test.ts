import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

// Checks that Prometheus and Grafana accept the files in docs/monitoring: queries by the grammar of Prometheus, the
// rest by the fields in their reference documentation.

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../../docs/monitoring', file), 'utf8');

/** The syntax errors of a PromQL query, each with its position marked; empty for a valid query. */
function syntaxErrorsIn(query: string): string[] {
  const errors: string[] = [];
  parser.parse(query).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) errors.push(`${query.slice(0, from)}⟨${query.slice(from, to)}⟩`);
    },
  });
  return errors;
}

it.each([
  ['sum by (kind) (rate(frontage_a_total[5m])) > 0', 0],
  ['sum by (kind (rate(frontage_a_total[5m]))', 1],
  ['rate(frontage_a_total[5 minutes])', 1],
])('the grammar accepts only valid queries: %s', (query, errors) => {
  expect(syntaxErrorsIn(query).length > 0).toBe(errors > 0);
});

const duration = z.string().regex(/^(\d+(ms|[smhdwy]))+$/);

/** @see https://prometheus.io/docs/prometheus/latest/configuration/alerting_rules/ */
const ruleFile = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string().min(1),
      interval: duration.optional(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Za-z_]\w*$/),
          expr: z.string(),
          for: duration.optional(),
          keep_firing_for: duration.optional(),
          labels: z.record(z.string().regex(/^[A-Za-z_]\w*$/), z.string()),
          annotations: z.record(z.string(), z.string()),
        }),
      ),
    }),
  ),
});

describe('alerts.yml', () => {
  const { groups } = ruleFile.parse(parse(read('alerts.yml')));
  const rules = groups.flatMap((group) => group.rules);

  it('contains each alert once', () => {
    const names = rules.map(({ alert }) => alert);
    expect(names.length).toBeGreaterThan(5);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(rules)('$alert has a valid PromQL expression', ({ expr }) => {
    expect(syntaxErrorsIn(expr)).toEqual([]);
  });
});

const position = z.strictObject({ x: z.int().min(0), y: z.int().min(0), w: z.int().min(1).max(24), h: z.int().min(1) });
const datasource = z.strictObject({ type: z.literal('prometheus'), uid: z.string() });

/**
 * @see https://grafana.com/docs/grafana/latest/visualizations/dashboards/build-dashboards/view-dashboard-json-model/
 */
const dashboardFile = z.looseObject({
  title: z.string().min(1),
  uid: z.string().max(40),
  schemaVersion: z.int(),
  templating: z.object({ list: z.array(z.looseObject({ name: z.string(), type: z.string(), query: z.string() })) }),
  panels: z.array(
    z.looseObject({
      id: z.int(),
      type: z.string(),
      title: z.string().min(1),
      datasource,
      gridPos: position,
      fieldConfig: z.object({ defaults: z.looseObject({}), overrides: z.array(z.unknown()) }),
      targets: z.array(z.looseObject({ refId: z.string(), expr: z.string() })).min(1),
    }),
  ),
});

describe('dashboard.json', () => {
  const { panels, templating } = dashboardFile.parse(JSON.parse(read('dashboard.json')));

  it('has unique panels and queries, and panels that fit the grid without overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { targets, gridPos } of panels) {
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    }
    const over = panels.flatMap(({ title, gridPos: a }, at) =>
      panels
        .slice(at + 1)
        .filter(({ gridPos: b }) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h)
        .map((other) => `${title} over ${other.title}`),
    );
    expect(over).toEqual([]);
  });

  it.each(panels)('$title queries the selected data source in valid PromQL', ({ datasource: source, targets }) => {
    const variable = templating.list.find(({ type, query }) => type === 'datasource' && query === source.type);
    expect(source.uid).toBe(`\${${variable?.name ?? ''}}`);
    // Grafana substitutes a duration.
    for (const { expr } of targets) expect(syntaxErrorsIn(expr.replaceAll('$__rate_interval', '5m'))).toEqual([]);
  });
});
