import { openDatabaseFile } from '@frontage/firestore-server/damaged-file';

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

export interface ObjectStore {
  objects(): StoredObject[];
  /** Writes all changes or none; they are on disk when it returns. */
  commit(changes: ObjectChanges): void;
  /** Events not yet acknowledged, oldest first. */
  pendingEvents(limit: number): StoredEvent[];
  ackEvent(id: string): void;
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
  const all = db.prepare('select key, blob, json from objects');
  const put = db.prepare('insert or replace into objects (key, blob, json) values (?, ?, ?)');
  const drop = db.prepare('delete from objects where key = ?');
  const addEvent = db.prepare('insert into events (id, json) values (?, ?)');
  const firstEvents = db.prepare('select id, json from events order by seq limit ?');
  const dropEvent = db.prepare('delete from events where id = ?');

  return {
    objects: () => all.all() as unknown as StoredObject[],
    commit({ objects, events }) {
      db.exec('begin immediate');
      try {
        for (const [key, object] of objects) {
          if (object === null) drop.run(key);
          else put.run(key, object.blob, object.json);
        }
        for (const { id, json } of events) addEvent.run(id, json);
        db.exec('commit');
      } catch (error) {
        db.exec('rollback');
        throw error;
      }
    },
    pendingEvents: (limit) => firstEvents.all(limit) as unknown as StoredEvent[],
    ackEvent: (id) => {
      dropEvent.run(id);
    },
    close: () => db.close(),
  };
}
