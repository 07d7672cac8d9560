import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as functions from './index.ts';
import { triggers } from './triggers.ts';

/** The collections of all deployed document triggers, by the trigger's name. */
const deployed = Object.entries(functions).flatMap(([name, one]) => {
  const { eventTrigger } = one.__endpoint as {
    eventTrigger?: { eventType: string; eventFilterPathPatterns?: { document?: unknown }; retry?: unknown };
  };
  if (!eventTrigger?.eventType.startsWith('google.cloud.firestore')) return [];
  const pattern = String(eventTrigger.eventFilterPathPatterns?.document);
  return [{ name, collection: pattern.replace('/{id}', ''), retry: eventTrigger.retry }];
});

const rows: [string, { hint?: string; record?: string }][] = Object.entries(triggers);
const namesOf = (collection: string): string[] =>
  deployed.filter((one) => one.collection === collection).map(({ name }) => name);

describe('triggers', () => {
  it.each(rows)('are deployed for %s under the names of the table', (collection, { hint, record }) => {
    expect(namesOf(collection).sort()).toEqual([hint, record].filter((name) => name !== undefined).sort());
  });

  it('are at most one of another kind for each other collection', () => {
    const others = deployed.filter(({ collection }) => !Object.hasOwn(triggers, collection));
    expect(new Set(others.map(({ collection }) => collection)).size).toBe(others.length);
  });

  it('are all retried', () => {
    expect(deployed.filter(({ retry }) => retry !== true)).toEqual([]);
  });

  it('have names by which the local stack gives hints priority', () => {
    for (const [, { hint, record }] of rows) {
      if (hint !== undefined) expect(hint).toMatch(/^on[A-Z]\w+Written$/);
      expect(record ?? '').not.toMatch(/^on/);
    }
  });

  it('are those of the table in README.md', () => {
    const columns = ['hint', 'record', 'version', 'audit', 'mail', 'marks'] as const;
    const expected = Object.entries(triggers).map(([collection, row]) =>
      [
        `\`${collection}\``,
        ...columns.map((column) => {
          const value: unknown = Reflect.get(row, column);
          return typeof value === 'string' ? `\`${value}\`` : value === undefined ? '' : 'yes';
        }),
      ].join(' | '),
    );
    const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
    const documented = [...readme.matchAll(/^\| (`.*) \|$/gm)].map(([, cells = '']) =>
      cells
        .split('|')
        .map((cell) => cell.trim())
        .join(' | '),
    );
    expect(documented).toEqual(expected);
  });
});
