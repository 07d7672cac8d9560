import type { DatabaseSync } from 'node:sqlite';
import { referenced } from './prune-rows.ts';

/** Prepared statements of the tables without intervals. */
export function prepareStatements(database: DatabaseSync) {
  return {
    head: {
      read: database.prepare('SELECT record FROM head'),
      write: database.prepare('INSERT OR REPLACE INTO head (id, record) VALUES (1, ?)'),
    },
    releases: {
      list: database.prepare('SELECT record FROM releases ORDER BY id DESC'),
      newest: database.prepare(
        "SELECT id, json_extract(record, '$.isPassing') AS isPassing FROM releases ORDER BY id DESC LIMIT 2",
      ),
      // Releases needed by the newest ones except one: themselves and their rollback targets.
      oldest: database.prepare(
        `SELECT MIN(id), MIN(CAST(json_extract(record, '$.pin') AS INTEGER))
         FROM (SELECT id, record FROM releases WHERE id IS NOT ? ORDER BY id DESC LIMIT ?)`,
      ),
      before: database.prepare('SELECT id FROM releases WHERE id < ?'),
      put: database.prepare('INSERT INTO releases (id, record) VALUES (?, ?)'),
      forget: database.prepare('DELETE FROM releases WHERE id < ?'),
      drop: database.prepare('DELETE FROM releases WHERE id = ?'),
      is: database.prepare('SELECT 1 FROM releases WHERE id = ?'),
    },
    images: {
      list: database.prepare('SELECT record FROM images'),
      read: database.prepare('SELECT record FROM images WHERE address = ?'),
      put: database.prepare('INSERT OR REPLACE INTO images (address, record) VALUES (?, ?)'),
      forget: database.prepare('DELETE FROM images WHERE address = ?'),
      putFile: database.prepare('INSERT OR IGNORE INTO image_files (hash, address) VALUES (?, ?)'),
      forgetFile: database.prepare('DELETE FROM image_files WHERE hash = ? AND address = ?'),
    },
    outbox: {
      list: database.prepare('SELECT path, data FROM outbox WHERE made <= ?'),
      put: database.prepare('INSERT OR REPLACE INTO outbox (path, data, made) VALUES (?, ?, ?)'),
      forget: database.prepare('DELETE FROM outbox WHERE path = ? AND data = ?'),
    },
    cursor: {
      read: database.prepare('SELECT record FROM cursor'),
      write: database.prepare('INSERT OR REPLACE INTO cursor (id, record) VALUES (1, ?)'),
    },
    places: {
      // Rows of forgotten releases are deleted later. Their files have no place, at the same commit for all followers.
      read: database.prepare(`SELECT pack, start, length FROM places WHERE hash = ?1 AND EXISTS (${referenced})`),
      put: database.prepare('INSERT OR REPLACE INTO places (hash, pack, start, length) VALUES (?, ?, ?, ?)'),
      forget: database.prepare('DELETE FROM places WHERE hash = ?'),
      packs: database.prepare('SELECT DISTINCT pack FROM places'),
    },
    packed: {
      read: database.prepare('SELECT packed FROM packed WHERE hash = ?'),
      put: database.prepare('INSERT OR IGNORE INTO packed (hash, packed) VALUES (?, ?)'),
      forget: database.prepare('DELETE FROM packed WHERE hash = ?'),
    },
    version: database.prepare('SELECT data, valid FROM documents WHERE path = ? AND time = ? LIMIT 1'),
    readings: {
      // The index of current rows covers path and time, so the documents themselves are not read.
      list: database.prepare(
        `SELECT documents.path, documents.time, kept FROM documents LEFT JOIN readings
         ON readings.path = documents.path AND readings.time = documents.time AND reader = ?
         WHERE until IS NULL`,
      ),
      put: database.prepare('INSERT OR REPLACE INTO readings (path, time, reader, kept) VALUES (?, ?, ?, ?)'),
      forget: database.prepare('DELETE FROM readings WHERE path = ?'),
    },
    blobs: {
      list: database.prepare('SELECT DISTINCT hash FROM files WHERE until IS NULL OR until > ?'),
      referenced: database.prepare(referenced),
      current: database.prepare(
        `SELECT 1 FROM files WHERE hash = ?1 AND until IS NULL
         UNION ALL SELECT 1 FROM image_files WHERE hash = ?1 LIMIT 1`,
      ),
    },
  };
}
