import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { KnownPage } from '../../health/site-facts.ts';
import type { HealthStore } from '../../health/health-store.ts';
import { isDamage } from './damage.ts';
import { explainDatabaseError, makeFolder } from './file-access.ts';

// Changes with everything that decides the facts of a page.
const version = 1;

const schema = `
  DROP TABLE IF EXISTS pages;
  CREATE TABLE pages (hash TEXT PRIMARY KEY, facts TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS external (url TEXT PRIMARY KEY, failure TEXT) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS checks (id INTEGER PRIMARY KEY CHECK (id = 1), at TEXT);
  PRAGMA user_version = ${String(version)};
`;

/** Results of health checks below `dataDir`. The file is created on first use, and again if it is damaged. */
export function openHealthStore(dataDir: string): HealthStore {
  const file = join(dataDir, 'health.sqlite');
  let opened: DatabaseSync | null = null;
  const database = (): DatabaseSync => {
    if (opened !== null) return opened;
    makeFolder(dataDir);
    return (opened = connect(file));
  };
  /** Runs `work`. If the file turns out to be damaged, it is created again, and the work repeated. */
  const use = <Result>(work: (database: DatabaseSync) => Result): Result => {
    try {
      try {
        return work(database());
      } catch (error) {
        if (!isDamage(error)) throw error;
        opened?.close();
        opened = null;
        for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
        return work(database());
      }
    } catch (error) {
      throw explainDatabaseError(error, file);
    }
  };
  /** Writes in one transaction. A failure, such as a full disk, costs time at the next start only. */
  const write = (change: (to: DatabaseSync) => void): void =>
    use((to) => {
      try {
        to.exec('BEGIN IMMEDIATE');
        change(to);
        to.exec('COMMIT');
      } catch (error) {
        if (to.isTransaction) to.exec('ROLLBACK');
        if (isDamage(error)) throw error;
      }
    });

  return {
    page: (hash) => {
      const row = use((from) => from.prepare('SELECT facts FROM pages WHERE hash = ?').get(hash));
      return row ? parseFacts(String(row['facts'])) : null;
    },
    setPages: (pages) => {
      if (pages.size === 0) return;
      write((to) => {
        const put = to.prepare('INSERT OR REPLACE INTO pages (hash, facts) VALUES (?, ?)');
        for (const [hash, facts] of pages) put.run(hash, JSON.stringify(facts));
      });
    },
    keepPages: (hashes) => {
      const known = use((from) => from.prepare('SELECT hash FROM pages').all());
      const unused = known.map(({ hash }) => String(hash)).filter((hash) => !hashes.has(hash));
      write((to) => {
        const forget = to.prepare('DELETE FROM pages WHERE hash = ?');
        for (const hash of unused) forget.run(hash);
      });
    },
    external: () => {
      const { rows, at } = use((from) => ({
        rows: from.prepare('SELECT url, failure FROM external').all(),
        at: from.prepare('SELECT at FROM checks').get()?.['at'],
      }));
      return {
        failures: new Map(rows.map(({ url, failure }) => [String(url), failure === null ? null : String(failure)])),
        checkedAt: typeof at === 'string' ? at : null,
      };
    },
    setExternal: (failures, checkedAt) =>
      write((to) => {
        to.exec('DELETE FROM external');
        const put = to.prepare('INSERT INTO external (url, failure) VALUES (?, ?)');
        for (const [url, failure] of failures) put.run(url, failure);
        to.prepare('INSERT OR REPLACE INTO checks (id, at) VALUES (1, ?)').run(checkedAt);
      }),
    close: () => {
      opened?.close();
      opened = null;
    },
  };
}

/** The facts of a page; null if they are damaged, so that the page is checked again. */
function parseFacts(text: string): KnownPage | null {
  try {
    return JSON.parse(text) as KnownPage;
  } catch {
    return null;
  }
}

function connect(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;');
    if (Number(database.prepare('PRAGMA user_version').get()?.['user_version']) !== version) database.exec(schema);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
