import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './database.ts';

/** Rows that were deleted in one transaction. */
export interface PrunedRows {
  /** Hashes of deleted files that no kept release needs. */
  unneeded: string[];
  /** Whether the rows belong to content that visitors can no longer see. */
  isWithdrawn: boolean;
}

/** Deletes rows that ended before or with a release `oldest`, the oldest kept one. */
export interface RowPruning {
  /** The number of these rows, counted up to `limit`. */
  count(oldest: number, limit: number): number;
  /** Deletes all of them in the running transaction. Returns the hashes of files that no kept release needs. */
  all(oldest: number): string[];
  /** Deletes them in small transactions: first those of withdrawn content, then all others. */
  slices(oldest: number): Generator<PrunedRows, undefined>;
}

// Few enough rows that a commit waits at most a few milliseconds for a slice.
const rowsAtOnce = 100;

const tables = ['files', 'documents', 'receipts'] as const;

type Table = (typeof tables)[number];

/** Finds a reference to a hash by an image, or by a file of a kept release. Parameters: the hash, the oldest release. */
export const referenced = `
  SELECT 1 FROM files WHERE hash = ?1 AND (until IS NULL OR until > ?2)
  UNION ALL SELECT 1 FROM image_files WHERE hash = ?1 LIMIT 1`;

export function openRowPruning(database: DatabaseSync): RowPruning {
  const ofEach = <Value>(valueOf: (table: Table) => Value): Record<Table, Value> => ({
    files: valueOf('files'),
    documents: valueOf('documents'),
    receipts: valueOf('receipts'),
  });
  const counted = database.prepare(
    `SELECT COUNT(*) AS count FROM (${tables.map((table) => `SELECT 1 FROM ${table} WHERE until <= ?1`).join(' UNION ALL ')} LIMIT ?2)`,
  );
  const some = ofEach((table) =>
    database.prepare(`SELECT rowid FROM ${table} WHERE until <= ? LIMIT ${String(rowsAtOnce)}`),
  );
  const remove = ofEach((table) =>
    database.prepare(`DELETE FROM ${table} WHERE rowid = ? RETURNING ${table === 'files' ? 'hash' : 'NULL AS hash'}`),
  );
  const isReferenced = database.prepare(referenced);
  const forgetPlace = database.prepare('DELETE FROM places WHERE hash = ?');
  const forgetPacked = database.prepare('DELETE FROM packed WHERE hash = ?');

  /** Deletes rows by id. All followers of a log forget the places of the same files at the same commit. */
  const removeRows = (table: Table, rows: readonly number[], oldest: number): string[] => {
    const hashes = new Set(rows.flatMap((row) => remove[table].all(row)).flatMap(({ hash }) => hash ?? []));
    const unneeded = [...hashes].map(String).filter((hash) => isReferenced.get(hash, oldest) === undefined);
    for (const hash of unneeded) {
      forgetPlace.run(hash);
      forgetPacked.run(hash);
    }
    return unneeded;
  };
  const nextRows = (table: Table, oldest: number): number[] =>
    some[table].all(oldest).map(({ rowid }) => Number(rowid));

  return {
    count: (oldest, limit) => Number(counted.get(oldest, limit)?.['count']),
    all: (oldest) => {
      const unneeded: string[] = [];
      for (const table of tables) {
        for (let rows = nextRows(table, oldest); rows.length > 0; rows = nextRows(table, oldest)) {
          unneeded.push(...removeRows(table, rows, oldest));
        }
      }
      return unneeded;
    },
    *slices(oldest) {
      const slice = (table: Table, rows: readonly number[]): string[] =>
        inTransaction(database, () => removeRows(table, rows, oldest));
      for (const [table, rows] of withdrawnRows(database, oldest)) {
        yield { unneeded: slice(table, rows), isWithdrawn: true };
      }
      for (const table of tables) {
        for (let rows = nextRows(table, oldest); rows.length > 0; rows = nextRows(table, oldest)) {
          yield { unneeded: slice(table, rows), isWithdrawn: false };
        }
      }
      return undefined;
    },
  };
}

/** The ids of ended rows whose file or document is gone, or that ended with a withdrawal. A few at a time. */
function* withdrawnRows(database: DatabaseSync, oldest: number): Generator<[Table, number[]]> {
  const withdrawals = withdrawingCommits(database, oldest);
  for (const table of ['files', 'documents'] as const) {
    const ended = database.prepare(
      `SELECT rowid, until,
         EXISTS (SELECT 1 FROM ${table} AS now WHERE now.path = ended.path AND now.until IS NULL) AS isCurrent
       FROM ${table} AS ended WHERE until <= ? AND (until, rowid) > (?, ?)
       ORDER BY until, rowid LIMIT ${String(rowsAtOnce)}`,
    );
    let last = { until: 0, rowid: 0 };
    for (let rows = ended.all(oldest, 0, 0); rows.length > 0; rows = ended.all(oldest, last.until, last.rowid)) {
      last = { until: Number(rows.at(-1)?.['until']), rowid: Number(rows.at(-1)?.['rowid']) };
      const withdrawn = rows.filter(({ until, isCurrent }) => isCurrent === 0 || withdrawals.has(Number(until)));
      if (withdrawn.length > 0) yield [table, withdrawn.map(({ rowid }) => Number(rowid))];
    }
  }
}

/**
 * The commits that withdrew a document: it is now deleted, unpublished, hidden or protected. The files that they
 * replaced may show it, such as the home page with a section.
 */
function withdrawingCommits(database: DatabaseSync, oldest: number): Set<number> {
  const commits = database.prepare('SELECT DISTINCT until FROM documents WHERE until <= ?').all(oldest);
  const withdraws = database.prepare(
    `SELECT 1 FROM documents AS before LEFT JOIN documents AS now ON now.path = before.path AND now.until IS NULL
     WHERE before.until = ? AND (now.path IS NULL OR json_extract(now.data, '$.is_published') = 0
       OR json_extract(now.data, '$.is_visible') = 0 OR json_extract(now.data, '$.is_password_protected') = 1) LIMIT 1`,
  );
  return new Set(commits.map(({ until }) => Number(until)).filter((commit) => withdraws.get(commit) !== undefined));
}
