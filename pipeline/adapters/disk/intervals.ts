import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';

export type Row = Record<string, SQLOutputValue>;

/** A change's place in history. */
export interface Moment {
  /** Number of the commit that makes the change. */
  commit: number;
  /** The newest release before it, 0 when there is none: a row begun after that was never part of a release. */
  lastRelease: number;
}

/**
 * Rows valid from one commit until before another, so that any kept release can be read. Removing rows returns their
 * `tells` values.
 */
export interface Intervals {
  current(): Iterable<Row>;
  /** The rows that held at a commit. */
  at(commit: number): Iterable<Row>;
  /** Differences from the current state: the rows of a commit by key; undefined for a missing row. */
  changesTo(commit: number): Map<string, Row | undefined>;
  /** Begins a row, ending the one that held under its key as `end` does. */
  set(row: Record<string, SQLInputValue>, moment: Moment): string[];
  /** Ends the row that holds under a key; it is gone if no release held it. */
  end(key: string, moment: Moment): string[];
  /** Deletes rows that no release from `oldest` on holds. */
  prune(oldest: number): string[];
}

interface Table {
  name: string;
  /** The first one is the key. */
  columns: readonly [string, ...string[]];
  /** The column that is told of rows that go. */
  tells: string;
}

/** Opens a table of the schema. */
export function openIntervals(database: DatabaseSync, { name: table, columns, tells }: Table): Intervals {
  const [key] = columns;
  const insert = database.prepare(
    `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}, since) VALUES (${columns.map(() => '?').join(', ')}, ?)`,
  );
  // Rows without a release need no history: drafts can be saved a thousand times between two releases.
  const forget = database.prepare(`DELETE FROM ${table} WHERE ${key} = ? AND until IS NULL RETURNING ${tells}`);
  const close = database.prepare(`UPDATE ${table} SET until = ? WHERE ${key} = ? AND until IS NULL AND since <= ?`);
  const current = database.prepare(`SELECT ${columns.join(', ')} FROM ${table} WHERE until IS NULL`);
  const at = database.prepare(
    `SELECT ${columns.join(', ')} FROM ${table} WHERE since <= ?1 AND (until IS NULL OR until > ?1)`,
  );
  const begun = database.prepare(`SELECT ${key} FROM ${table} WHERE since > ?`);
  const ended = database.prepare(`SELECT ${columns.join(', ')} FROM ${table} WHERE until > ?1 AND since <= ?1`);
  const prune = database.prepare(`DELETE FROM ${table} WHERE until <= ? RETURNING ${tells}`);
  const any = database.prepare(`SELECT 1 FROM ${table} LIMIT 1`);

  let looked = { commit: 0, wasEmpty: false };
  const wasEmpty = ({ commit }: Moment): boolean => {
    if (looked.commit !== commit) looked = { commit, wasEmpty: any.get() === undefined };
    return looked.wasEmpty;
  };

  const told = (rows: readonly Row[]): string[] => rows.map((row) => String(row[tells]));
  const end = (value: string, { commit, lastRelease }: Moment): string[] => {
    const isClosed = lastRelease > 0 && close.run(commit, value, lastRelease).changes > 0;
    return isClosed ? [] : told(forget.all(value));
  };
  return {
    current: () => current.iterate(),
    at: (commit) => at.iterate(commit),
    changesTo: (commit) => {
      const changes = new Map<string, Row | undefined>();
      for (const row of begun.iterate(commit)) changes.set(String(row[key]), undefined);
      for (const row of ended.iterate(commit)) changes.set(String(row[key]), row);
      return changes;
    },
    set: (row, moment) => {
      // Where no commit before has left a row there is nothing to look for.
      const forgotten = wasEmpty(moment) ? [] : end(String(row[key]), moment);
      // By place: names are looked up again for each row.
      insert.run(...columns.map((name) => row[name] ?? null), moment.commit);
      return forgotten;
    },
    end,
    prune: (oldest) => told(prune.all(oldest)),
  };
}
