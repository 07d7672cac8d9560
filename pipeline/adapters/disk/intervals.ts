import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';

export type Row = Record<string, SQLOutputValue>;

/** The commit of a change, and the release before it. */
export interface Moment {
  /** Number of the commit that makes the change. */
  commit: number;
  /** Number of the newest release before it, or 0. A row that starts after this release was never part of one. */
  lastRelease: number;
}

/**
 * Rows that are valid from one commit until before another, so that any kept release can be read. The methods that
 * delete rows return the values of their `returning` column.
 */
export interface Intervals {
  /** The current rows. */
  current(): Iterable<Row>;
  /** The rows that were valid at a commit. */
  at(commit: number): Iterable<Row>;
  /** The rows at a commit that differ from the current ones, by key; undefined for a row that did not exist. */
  changesTo(commit: number): Map<string, Row | undefined>;
  /** Adds a row, and ends the current row with its key like `end`. */
  set(row: Record<string, SQLInputValue>, moment: Moment): string[];
  /** Ends the current row with a key. Deletes the row if no release contains it. */
  end(key: string, moment: Moment): string[];
}

interface Table {
  name: string;
  /** The first column is the key. */
  columns: readonly [string, ...string[]];
  /** The column whose values are returned for deleted rows. */
  returning: string;
}

/** Opens a table of the schema that has the columns `since` and `until`. */
export function openIntervals(database: DatabaseSync, { name: table, columns, returning }: Table): Intervals {
  const [key] = columns;
  const insert = database.prepare(
    `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}, since) VALUES (${columns.map(() => '?').join(', ')}, ?)`,
  );
  // Rows that are in no release need no history: a draft can be saved a thousand times between two releases.
  const forget = database.prepare(`DELETE FROM ${table} WHERE ${key} = ? AND until IS NULL RETURNING ${returning}`);
  const close = database.prepare(`UPDATE ${table} SET until = ? WHERE ${key} = ? AND until IS NULL AND since <= ?`);
  const current = database.prepare(`SELECT ${columns.join(', ')} FROM ${table} WHERE until IS NULL`);
  const at = database.prepare(
    `SELECT ${columns.join(', ')} FROM ${table} WHERE since <= ?1 AND (until IS NULL OR until > ?1)`,
  );
  const begun = database.prepare(`SELECT ${key} FROM ${table} WHERE since > ?`);
  const ended = database.prepare(`SELECT ${columns.join(', ')} FROM ${table} WHERE until > ?1 AND since <= ?1`);
  const any = database.prepare(`SELECT 1 FROM ${table} LIMIT 1`);

  let emptyCheck = { commit: 0, wasEmpty: false };
  const wasEmpty = ({ commit }: Moment): boolean => {
    if (emptyCheck.commit !== commit) emptyCheck = { commit, wasEmpty: any.get() === undefined };
    return emptyCheck.wasEmpty;
  };

  const valuesOf = (rows: readonly Row[]): string[] => rows.map((row) => String(row[returning]));
  const end = (value: string, { commit, lastRelease }: Moment): string[] => {
    const isClosed = lastRelease > 0 && close.run(commit, value, lastRelease).changes > 0;
    return isClosed ? [] : valuesOf(forget.all(value));
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
      // If the table was empty before this commit, there is no row to end.
      const forgotten = wasEmpty(moment) ? [] : end(String(row[key]), moment);
      // Values are bound by position, because names would be looked up again for each row.
      insert.run(...columns.map((name) => row[name] ?? null), moment.commit);
      return forgotten;
    },
    end,
  };
}
