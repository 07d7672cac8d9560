import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';

export type Row = Record<string, SQLOutputValue>;

/** A change's place in history. */
export interface Moment {
  /** Number of the commit that makes the change. */
  commit: number;
  /** The newest release before it, 0 when there is none: a row begun after that was never part of a release. */
  lastRelease: number;
}

/** Rows that hold from one commit until before another, so that any kept release can be read again. */
export interface Intervals {
  current(): Row[];
  /** The rows that held at a commit. */
  at(commit: number): Row[];
  /** Begins a row, ending the one that held under its key as `end` does. */
  set(row: Record<string, SQLInputValue>, moment: Moment): Row[];
  /** Ends the row that holds under a key; returns it if no release held it, for then it is gone. */
  end(key: string, moment: Moment): Row[];
  /** Deletes rows that no release from `oldest` on holds, and returns them. */
  prune(oldest: number): Row[];
}

/** Opens a table of the schema; the first column is the key. */
export function openIntervals(
  database: DatabaseSync,
  table: string,
  [key, ...columns]: readonly [string, ...string[]],
): Intervals {
  const names = [key, ...columns];
  const insert = database.prepare(
    `INSERT INTO ${table} (${names.join(', ')}, since) VALUES (${names.map((name) => `:${name}`).join(', ')}, :since)`,
  );
  const held = database.prepare(`SELECT since FROM ${table} WHERE ${key} = ? AND until IS NULL`);
  // Whatever no release holds needs no history: drafts can be saved a thousand times between two releases.
  const forget = database.prepare(
    `DELETE FROM ${table} WHERE ${key} = ? AND until IS NULL RETURNING ${names.join(', ')}`,
  );
  const close = database.prepare(`UPDATE ${table} SET until = ? WHERE ${key} = ? AND until IS NULL`);
  const current = database.prepare(`SELECT ${names.join(', ')} FROM ${table} WHERE until IS NULL`);
  const at = database.prepare(
    `SELECT ${names.join(', ')} FROM ${table} WHERE since <= ?1 AND (until IS NULL OR until > ?1)`,
  );
  const prune = database.prepare(`DELETE FROM ${table} WHERE until <= ? RETURNING ${names.join(', ')}`);

  const end = (value: string, { commit, lastRelease }: Moment): Row[] => {
    const since = held.get(value)?.['since'];
    if (since === undefined) return [];
    if (Number(since) > lastRelease) return forget.all(value);
    close.run(commit, value);
    return [];
  };
  return {
    current: () => current.all(),
    at: (commit) => at.all(commit),
    set: (row, moment) => {
      const forgotten = end(String(row[key]), moment);
      insert.run({ ...row, since: moment.commit });
      return forgotten;
    },
    end,
    prune: (oldest) => prune.all(oldest),
  };
}
