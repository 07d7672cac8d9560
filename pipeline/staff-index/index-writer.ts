import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { searchedDocument } from '@frontage/model/searched-document';
import { type SearchedCollection, searchWords, titleWords } from '@frontage/model/search-words';
import type { JsonObject } from '../sync/source.ts';

/** A version of a document with the fields that are searched. */
export interface IndexedDocument {
  path: string;
  time: string;
  collection: SearchedCollection;
  /** Null for a document that does not exist any more. */
  fields: JsonObject | null;
}

export type Version = [path: string, time: string];

// Changes with everything that decides the rows of a document.
const version = 1;

/**
 * `documents` has each document with the entry that a result shows (null if no search finds it) and the words by which
 * it is found, each once, sorted. `texts` is their index, in which only whole words and beginnings are found. `seq`
 * counts the changes.
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
  CREATE VIRTUAL TABLE texts USING fts5(words, content = '', detail = none, columnsize = 0, tokenize = 'ascii');
  CREATE VIRTUAL TABLE terms USING fts5vocab(texts, 'row');
  INSERT INTO texts (texts, rank) VALUES ('secure-delete', 1);
  INSERT INTO texts (texts, rank) VALUES ('hashsize', 8388608);
  PRAGMA user_version = ${String(version)};
`;

/** Whether a database has the tables of this version. */
const isCurrent = (database: DatabaseSync): boolean =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version']) === version;

/** Writes documents to the index. */
export class IndexWriter {
  readonly #database: DatabaseSync;
  readonly #find: StatementSync;
  #seq: number;

  /** The database is empty or has the tables of this version. */
  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;');
    if (!isCurrent(database)) database.exec(`BEGIN; ${schema} COMMIT;`);
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
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      for (const document of documents) this.#putOne(document);
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
    // The log of the database still has the deleted words until it is emptied.
    if (documents.some(({ fields }) => fields === null)) this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  #putOne({ path, time, collection, fields }: IndexedDocument): void {
    const stored = this.#find.get(path);
    const searched = fields && searchedDocument(collection, fields);
    const { entry, text } = searched ?? { entry: null, text: '' };
    const words = [...new Set([...(entry ? titleWords(entry) : []), ...searchWords(text)])].sort().join(' ');
    const run = (sql: string, ...values: (string | number | null)[]) => this.#database.prepare(sql).run(...values);
    this.#seq += 1;
    const oldId = stored ? Number(stored['id']) : null;
    if (oldId !== null && stored?.['words'] !== words) {
      run(`INSERT INTO texts (texts, rowid, words) VALUES ('delete', ?, ?)`, oldId, String(stored?.['words']));
    }
    if (fields === null) {
      if (oldId === null) return;
      run('DELETE FROM documents WHERE id = ?', oldId);
      run('INSERT OR REPLACE INTO gone (id, seq) VALUES (?, ?)', oldId, this.#seq);
      return;
    }
    const { id } = this.#database
      .prepare(
        `INSERT INTO documents (path, time, seq, entry, words) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (path) DO UPDATE SET time = excluded.time, seq = excluded.seq, entry = excluded.entry,
          words = excluded.words RETURNING id`,
      )
      .get(path, time, this.#seq, entry && JSON.stringify(entry), words) as { id: number };
    if (oldId === null) run('DELETE FROM gone WHERE id = ?', id);
    if (stored?.['words'] !== words) run('INSERT INTO texts (rowid, words) VALUES (?, ?)', id, words);
  }
}
