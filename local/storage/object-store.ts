import { closeDatabaseFile, openDatabaseFile, openTransactions } from '@frontage/firestore-server/damaged-file';
import { type LostCommits, openLastCommit } from '@frontage/firestore-server/last-commit';
import { openReaders } from '@frontage/firestore-server/readers';
import type { Readers } from '@frontage/firestore-server/readers';

export interface StoredObject {
  /** `bucket/object`. */
  key: string;
  /** File name of the bytes in the blob folder. */
  blob: string;
  /** Metadata as JSON. */
  json: string;
}

export interface StoredEvent {
  id: string;
  /** The CloudEvent as JSON. */
  json: string;
}

export interface ObjectChanges {
  objects: Map<string, StoredObject | null>;
  events: StoredEvent[];
}

export interface ObjectStore extends Readers {
  objects(): StoredObject[];
  /** Writes all changes or none; they are on disk when it returns. */
  commit(changes: ObjectChanges): void;
  /** The oldest events later than `after`. */
  eventHeadings(after: number, limit: number): { sequence: number; type: string; bucket: string }[];
  /** The CloudEvent of a stored event as JSON. @throws Error if the event was deleted */
  event(sequence: number): string;
  /** The commits lost before this opening; null if there are none. */
  lost: LostCommits | null;
  close(): void;
}

const SCHEMA = `
  create table if not exists objects (key text primary key, blob text not null, json text not null) strict;
  create table if not exists events (seq integer primary key autoincrement, id text not null unique, json text not null) strict;
`;

export function openObjectStore(file: string): ObjectStore {
  const db = openDatabaseFile(file, (database) => {
    database.exec('pragma journal_mode = wal; pragma synchronous = full;');
    database.exec(SCHEMA);
  });
  const lastCommit = openLastCommit(db);
  const transaction = openTransactions(db, lastCommit);
  const all = db.prepare('select key, blob, json from objects');
  const put = db.prepare('insert or replace into objects (key, blob, json) values (?, ?, ?)');
  const drop = db.prepare('delete from objects where key = ?');
  const addEvent = db.prepare('insert into events (id, json) values (?, ?)');
  const headings = db.prepare(
    `select seq as sequence, json ->> 'type' as type, json ->> 'bucket' as bucket from events where seq > ? order by seq limit ?`,
  );
  const oneEvent = db.prepare('select json from events where seq = ?');

  return {
    objects: () => all.all() as unknown as StoredObject[],
    commit: ({ objects, events }) =>
      transaction(() => {
        for (const [key, object] of objects) {
          if (object === null) drop.run(key);
          else put.run(key, object.blob, object.json);
        }
        for (const { id, json } of events) addEvent.run(id, json);
      }),
    eventHeadings: (after, limit) => headings.all(after, limit) as unknown as ReturnType<ObjectStore['eventHeadings']>,
    event(sequence) {
      const row = oneEvent.get(sequence) as { json: string } | undefined;
      if (row === undefined) throw new Error(`Event ${sequence} was deleted`);
      return row.json;
    },
    ...openReaders(db, 'events'),
    lost: lastCommit.lost,
    close: () => {
      closeDatabaseFile(db);
      lastCommit.close();
    },
  };
}
