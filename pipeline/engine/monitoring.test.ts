import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../status/metrics.ts';

const docs = join(import.meta.dirname, '../../docs');
const read = (file: string): string => readFileSync(join(docs, file), 'utf8');

const levels = { state: 'idle', waiting: 0, quarantined: 0, problems: 0, release: 1, live: 1, isPinned: false };
const exposed = await createMetrics({ hasOutlet: true, now: () => 0 }).text(levels);
/** Series names of exposed metrics: a histogram has three. */
const known = new Set(
  [...exposed.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  ),
);

const alerts = read('monitoring/alerts.yml');
const dashboard = read('monitoring/dashboard.json');
const namesIn = (text: string): string[] => [...new Set(text.match(/\bfrontage_[a-z_]+/g))];

describe.each([
  ['alerts.yml', alerts],
  ['dashboard.json', dashboard],
])('%s', (_file, text) => {
  it('uses only existing metrics', () => {
    expect(namesIn(text).length).toBeGreaterThan(5);
    expect(namesIn(text).filter((name) => !known.has(name))).toEqual([]);
  });
});

it('every metric is used in an alert or the dashboard', () => {
  const named = new Set([...namesIn(alerts), ...namesIn(dashboard)]);
  const families = [...exposed.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  expect(families.filter((name) => ![...named].some((other) => other.startsWith(name)))).toEqual([]);
});

it('every alert has a severity, a summary and a runbook page', () => {
  const headings = [...read('operate.md').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
  const rules = alerts.split('- alert: ').slice(1);
  for (const rule of rules) {
    const [, anchor = ''] = /runbook: docs\/operate\.md#(\S+)/.exec(rule) ?? [];
    expect(headings).toContain(anchor);
    expect(rule).toMatch(/severity: (critical|warning|info)\n[^]*summary: '[^']+'/);
  }
});

/** The anchor of a heading, as code hosts generate it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
