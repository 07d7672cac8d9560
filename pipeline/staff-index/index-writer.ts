import { randomUUID } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { searchedDocument } from '@frontage/model/searched-document';
import { type SearchEntry, searchWords, titleWords } from '@frontage/model/search-words';
import { isListedCollection } from '@frontage/model/staff-index';
import { summarize } from '@frontage/model/summaries/summarize';
import type { JsonObject } from '../sync/source.ts';

/** A version of a document with the fields that are searched or listed. */
export interface IndexedDocument {
  /** `{collection}/{id}`. */
  path: string;
  time: string;
  /** Null for a document that no longer exists. */
  fields: JsonObject | null;
}

interface IndexRow extends Pick<IndexedDocument, 'path' | 'time'> {
  entry: SearchEntry | null;
  words: ReadonlySet<string>;
}

export type Version = [path: string, time: string];

// Changes with everything that decides the rows of a document.
const version = 2;

// With more deletions than these, a list is read in whole again.
const mostGone = 10_000;

/**
 * `documents` has each document with the entry that a result shows (null if no search finds it) and the words by which
 * it is found, each once, sorted. `texts` is their index, in which only whole words and beginnings are found. `seq`
 * counts the changes.
 *
 * `lists` has the entry of each listed document, serialized as in an answer; null for a document that was deleted in
 * this run. A run starts when the index is opened.
 *
 * Words are folded before they are stored, so that the tokenizer only splits at spaces. Deleted words are overwritten,
 * so that a discarded draft leaves nothing in the file. Overwriting takes longer than the rest of an update.
 */
const schema = `
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, time TEXT NOT NULL, seq INTEGER NOT NULL, entry TEXT,
    words TEXT NOT NULL
  );
  CREATE INDEX documents_by_seq ON documents (seq);
  CREATE TABLE gone (id INTEGER PRIMARY KEY, seq INTEGER NOT NULL);
  CREATE TABLE lists (
    collection TEXT NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, entry TEXT, PRIMARY KEY (collection, id)
  ) WITHOUT ROWID;
  CREATE INDEX lists_by_seq ON lists (seq);
  CREATE TABLE run (id TEXT NOT NULL);
  CREATE VIRTUAL TABLE texts USING fts5(words, content = '', detail = none, columnsize = 0, tokenize = 'ascii');
  CREATE VIRTUAL TABLE terms USING fts5vocab(texts, 'row');
  INSERT INTO texts (texts, rank) VALUES ('secure-delete', 1);
  INSERT INTO texts (texts, rank) VALUES ('hashsize', 8388608);
  PRAGMA user_version = ${String(version)};
`;

/** Whether a database has the tables of this version. */
const isCurrent = (database: DatabaseSync): boolean =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version']) === version;

/** Removes all tables. */
function empty(database: DatabaseSync): void {
  // A virtual table removes the tables that it consists of.
  const tables = database.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY sql LIKE 'CREATE VIRTUAL%' DESC, rowid DESC`,
  );
  for (const { name } of tables.all()) database.exec(`DROP TABLE IF EXISTS "${String(name)}"`);
}

/** Writes documents to the index. */
export class IndexWriter {
  readonly #database: DatabaseSync;
  readonly #find: StatementSync;
  #seq: number;
  /** Documents of lists deleted in this run. */
  #gone = 0;

  /** Tables of another version are removed. */
  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;');
    this.#atOnce(() => {
      if (!isCurrent(database)) {
        empty(database);
        database.exec(schema);
      }
      this.#startRun();
    });
    this.#find = database.prepare('SELECT id, time, words FROM documents WHERE path = ?');
    const last = database.prepare(
      'SELECT max((SELECT coalesce(max(seq), 0) FROM documents), (SELECT coalesce(max(seq), 0) FROM gone)) AS seq',
    );
    this.#seq = Number(last.get()?.['seq']);
  }

  /** The stored versions of all documents. */
  versions(): Version[] {
    const rows = this.#database.prepare('SELECT path, time FROM documents').all();
    return rows.map(({ path, time }) => [String(path), String(time)]);
  }

  /** Adds, replaces or removes documents, all or none. */
  put(documents: readonly IndexedDocument[]): void {
    this.#atOnce(() => {
      for (const document of documents) this.#putOne(document);
      if (this.#gone > mostGone) this.#startRun();
    });
    // The log of the database still has the deleted words until it is emptied.
    if (documents.some(({ fields }) => fields === null)) this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  #atOnce(write: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      write();
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** From then on, lists of earlier runs are read in whole. */
  #startRun(): void {
    this.#database.exec('DELETE FROM lists WHERE entry IS NULL; DELETE FROM run;');
    this.#execute('INSERT INTO run (id) VALUES (?)', randomUUID());
    this.#gone = 0;
  }

  #execute(sql: string, ...values: (string | number | null)[]): void {
    this.#database.prepare(sql).run(...values);
  }

  #putOne({ path, time, fields }: IndexedDocument): void {
    const stored = this.#find.get(path);
    if (fields === null && stored === undefined) return;
    const slash = path.indexOf('/');
    const [collection, id] = [path.slice(0, slash), path.slice(slash + 1)];
    this.#seq += 1;
    this.#putInList(collection, id, fields);
    const searched = fields && searchedDocument(collection, fields);
    const { entry, text } = searched ?? { entry: null, text: '' };
    const words = new Set([...(entry ? titleWords(entry) : []), ...searchWords(text)]);
    const before = new Set(
      String(stored?.['words'] ?? '')
        .split(' ')
        .filter(Boolean),
    );
    const oldRow = stored ? Number(stored['id']) : null;
    const row =
      fields === null && oldRow !== null ? this.#removeRow(oldRow) : this.#putRow(oldRow, { path, time, entry, words });
    this.#putWords(row, before, words);
  }

  #putInList(collection: string, id: string, fields: JsonObject | null): void {
    if (!isListedCollection(collection)) return;
    const entry = fields && JSON.stringify([id, summarize(collection, fields)]);
    if (entry === null) this.#gone += 1;
    this.#execute(
      `INSERT INTO lists (collection, id, seq, entry) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET seq = excluded.seq, entry = excluded.entry`,
      ...[collection, id, this.#seq, entry],
    );
  }

  /** Returns the id of the removed row. */
  #removeRow(row: number): number {
    this.#execute('DELETE FROM documents WHERE id = ?', row);
    this.#execute('INSERT OR REPLACE INTO gone (id, seq) VALUES (?, ?)', row, this.#seq);
    return row;
  }

  /** Stores the row of a document, which had the id `oldRow`, if any. Returns its id. */
  #putRow(oldRow: number | null, { path, time, entry, words }: IndexRow): number {
    const stored = this.#database
      .prepare(
        `INSERT INTO documents (path, time, seq, entry, words) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (path) DO UPDATE SET time = excluded.time, seq = excluded.seq, entry = excluded.entry,
          words = excluded.words RETURNING id`,
      )
      .get(path, time, this.#seq, entry && JSON.stringify(entry), [...words].sort().join(' ')) as { id: number };
    if (oldRow === null) this.#execute('DELETE FROM gone WHERE id = ?', stored.id);
    return stored.id;
  }

  /** Changes the index of the words of a document. Words of both versions stay, because overwriting them is slow. */
  #putWords(row: number, before: ReadonlySet<string>, after: ReadonlySet<string>): void {
    const removed = [...before].filter((word) => !after.has(word));
    const added = [...after].filter((word) => !before.has(word));
    if (removed.length === 0 && added.length === 0) return;
    // FTS5 counts its rows: each one is removed as often as it is added.
    if (before.size > 0) {
      this.#execute(`INSERT INTO texts (texts, rowid, words) VALUES ('delete', ?, ?)`, row, removed.join(' '));
    }
    if (after.size > 0) this.#execute('INSERT INTO texts (rowid, words) VALUES (?, ?)', row, added.join(' '));
  }
}
