import type { DatabaseSync } from 'node:sqlite';

/** Makes the indices again that were taken from tables while these were filled. */
type EndFilling = () => void;

/**
 * Prepares these tables, in a transaction, for what is written into them. Where they are empty their indices are made when it
 * is done: row by row, indices that are larger than SQLite's memory are read and written again for nearly each row.
 */
export function fillingTables(database: DatabaseSync, tables: readonly string[]): () => EndFilling {
  const any = tables.map((table) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`));
  return () => {
    if (any.some((rows) => rows.get() !== undefined)) return () => undefined;
    // What a table's definition makes by itself has no statement of its own.
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
