import type { DatabaseSync } from 'node:sqlite';

/**
 * Does work that writes into these tables, in a transaction. Where they are empty their indices are made when it is done:
 * row by row, indices that are larger than SQLite's memory are read and written again for nearly each row.
 */
export function fillingTables(
  database: DatabaseSync,
  tables: readonly string[],
): <Result>(work: () => Result) => Result {
  const any = tables.map((table) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`));
  return (work) => (any.every((rows) => rows.get() === undefined) ? fill(database, tables, work) : work());
}

function fill<Result>(database: DatabaseSync, tables: readonly string[], work: () => Result): Result {
  // What a table's definition makes by itself has no statement of its own.
  const indices = database
    .prepare("SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
    .all()
    .filter(({ tbl_name }) => tables.includes(String(tbl_name)));
  for (const { name } of indices) database.exec(`DROP INDEX ${String(name)}`);
  const result = work();
  for (const { sql } of indices) database.exec(String(sql));
  return result;
}
