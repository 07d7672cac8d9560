import type { DatabaseSync } from 'node:sqlite';

/** How far each reader of a table of events has come. It lies beside the events: who loses one loses the other. */
export interface Readers {
  positions(): Map<string, number>;
  /** Stores how far all readers there are have come, and forgets the events that each of them is past. */
  keep(positions: ReadonlyMap<string, number>): void;
}

/** Of a table whose rows are numbered (`INTEGER PRIMARY KEY AUTOINCREMENT`), no number given twice. */
export function openReaders(sql: DatabaseSync, table: string): Readers {
  sql.exec('CREATE TABLE IF NOT EXISTS readers (name TEXT PRIMARY KEY, position INTEGER NOT NULL)');
  const stored = sql.prepare('SELECT name, position FROM readers');
  const put = sql.prepare('INSERT INTO readers (name, position) VALUES (?, ?)');
  const clear = sql.prepare('DELETE FROM readers');
  const forget = sql.prepare(`DELETE FROM ${table} WHERE rowid <= ?`);
  return {
    positions() {
      const rows = stored.all() as unknown as { name: string; position: number }[];
      return new Map(rows.map(({ name, position }) => [name, position]));
    },
    keep(positions) {
      sql.exec('BEGIN IMMEDIATE');
      try {
        clear.run();
        for (const [name, position] of positions) put.run(name, position);
        forget.run(Math.min(...positions.values()));
        sql.exec('COMMIT');
      } catch (error) {
        sql.exec('ROLLBACK');
        throw error;
      }
    },
  };
}
