import type { DatabaseSync } from 'node:sqlite';

/** Makes the indices again that were taken from tables while these were filled. */
type EndFilling = () => void;

/**
 * Prepares these tables for writes in a transaction. Indexes of empty tables are created afterwards: maintained row by row,
 * indexes larger than SQLite's cache are read and written for nearly each row.
 */
export function suspendIndexes(database: DatabaseSync, tables: readonly string[]): () => EndFilling {
  const any = tables.map((table) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`));
  return () => {
    if (any.some((rows) => rows.get() !== undefined)) return () => undefined;
    // Indexes implied by a table's definition have no statement.
    const indices = database
      .prepare("SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
      .all()
      .filter(({ tbl_name }) => tables.includes(String(tbl_name)));
    for (const { name } of indices) database.exec(`DROP INDEX ${String(name)}`);
    return () => {
      for (const { sql } of indices) database.exec(String(sql));
    };
  };
}
