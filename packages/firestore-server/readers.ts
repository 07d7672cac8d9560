import type { DatabaseSync } from 'node:sqlite';
import { openTransactions } from './damaged-file.ts';

/** The position of each reader of an event table, stored in the same database so that both stay consistent. */
export interface Readers {
  positions(): Map<string, number>;
  /** Stores the positions of all readers, and deletes the events that all readers have passed. */
  keep(positions: ReadonlyMap<string, number>): void;
}

/** Opens the readers of a table with unique, increasing numbers (`INTEGER PRIMARY KEY AUTOINCREMENT`). */
export function openReaders(sql: DatabaseSync, table: string): Readers {
  sql.exec('CREATE TABLE IF NOT EXISTS readers (name TEXT PRIMARY KEY, position INTEGER NOT NULL)');
  const transaction = openTransactions(sql);
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
      transaction(() => {
        clear.run();
        for (const [name, position] of positions) put.run(name, position);
        forget.run(Math.min(...positions.values()));
      });
    },
  };
}
