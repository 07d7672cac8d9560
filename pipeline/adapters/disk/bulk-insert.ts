import type { DatabaseSync } from 'node:sqlite';

/** Creates the indexes again that were dropped before the tables were filled. */
type EndFilling = () => void;

/**
 * Returns a function to call at the start of a transaction that fills these tables. It drops their indexes if all of
 * them are empty, and returns a function that creates the indexes again. Maintained row by row, an index that is larger
 * than SQLite's cache is read and written for nearly each row.
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
