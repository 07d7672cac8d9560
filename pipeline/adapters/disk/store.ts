import { collections } from '@frontage/model/paths';
import { openReadsInterner, openStringInterner } from '../../plan/intern.ts';
import type {
  BlobPlace,
  Commit,
  Cursor,
  Head,
  ReleaseContents,
  ReleaseRecord,
  ReleaseStore,
} from '../../site/store.ts';
import type { ImageRecord } from '../../sync/image-library.ts';
import type { JsonObject } from '../../sync/source.ts';
import type { ReadContents } from '../../sync/stored-document.ts';
import { type Announced, openAnnounced } from './announced.ts';
import { openBackgroundThread } from './background-thread.ts';
import {
  closeDatabase,
  inTransaction,
  openCheckpoints,
  openDatabase,
  suspendIndexes,
  transaction,
} from './database.ts';
import { skipWhenDiskFull } from './disk-full.ts';
import { openIntervals, type Intervals, type Row } from './intervals.ts';
import { openRowPruning, type PrunedRows } from './prune-rows.ts';
import type { PruneOrder } from './prune-thread.ts';
import { contentsFrom, documentFrom, documentRow, fileFrom, fileRow, parse, receiptFrom, receiptRow } from './rows.ts';
import { prepareStatements } from './statements.ts';

// Heads of older versions do not contain `leaving`.
const noneLeaving = { leaving: {} };
// More rows are deleted after the commit, in another thread. An ordinary release has some ten.
const mostInCommit = 128;

/**
 * Opens the pipeline's persistent state in SQLite, below `dataDir`. With `isIndex`, the state is an index of a log, which
 * numbers the commits.
 */
export function openReleaseStore(dataDir: string, { isIndex = false } = {}): ReleaseStore {
  // Read before the database, which another process may be writing: then it cannot seem to be ahead.
  const announced = openAnnounced(dataDir);
  const database = openDatabase(dataDir);
  const documents = openIntervals(database, {
    name: 'documents',
    columns: ['path', 'data', 'time', 'valid'],
    returning: 'path',
  });
  const receipts = openIntervals(database, {
    name: 'receipts',
    columns: ['route', 'reads', 'fingerprint', 'document', 'failure'],
    returning: 'route',
  });
  const files = openIntervals(database, {
    name: 'files',
    columns: ['path', 'hash', 'contentType', 'size', 'kind', 'route', 'redirect'],
    returning: 'hash',
  });
  const checkpoints = openCheckpoints(database);
  const beginFilling = suspendIndexes(database, ['receipts', 'files']);
  const { head, releases, images, outbox, cursor, blobs, places, packed, readings, version } =
    prepareStatements(database);
  const rows = openRowPruning(database);
  const pruning = openBackgroundThread<PruneOrder, PrunedRows | null>(new URL('./prune-thread.ts', import.meta.url));

  const contents = (rows: (table: Intervals) => Iterable<Row>): ReleaseContents => {
    const [share, keepReads] = [openStringInterner(), openReadsInterner()];
    const each = <Entry>(table: Intervals, from: (row: Row) => Entry): Iterable<Entry> => ({
      *[Symbol.iterator]() {
        for (const row of rows(table)) yield from(row);
      },
    });
    return {
      documents: each(documents, documentFrom),
      receipts: each(receipts, (row) => receiptFrom(row, { share, keepReads })),
      files: each(files, (row) => fileFrom(row, share)),
    };
  };
  const contentsOf: ReadContents = (path, time) => {
    const row = version.get(path, time);
    if (row === undefined) throw new Error(`${path} as of ${time} is not stored any more`);
    return contentsFrom(row);
  };
  // The oldest kept release. Rows that ended with it or earlier may be deleted.
  let oldest = 0;
  const storedHead = (): Head | null => {
    const found = parse<Head>(head.read.get()?.['record']);
    oldest = Math.max(oldest, found?.oldest ?? 0);
    return found && { ...noneLeaving, ...found };
  };
  const lostAfter = (found: Head | null): Announced | null => {
    const last = announced.last();
    return last !== null && (found?.commit ?? 0) < last.commit ? last : null;
  };
  /** The head. If later commits are lost, it has no release, and the next commit continues the announced numbers. */
  const readHead = (): Head | null => {
    const found = storedHead();
    const lost = lostAfter(found);
    if (lost === null) return found;
    if (isIndex) return found && { ...found, release: null };
    const pin = releases.is.get(Number(lost.pin)) === undefined ? null : lost.pin;
    return { ...noneLeaving, ...lost, ...found, commit: lost.commit, release: null, pin };
  };
  const readReleases = (): ReleaseRecord[] =>
    releases.list.all().flatMap((row) => parse<ReleaseRecord>(row['record']) ?? []);
  const readImages = (): ImageRecord[] => images.list.all().flatMap((row) => parse<ImageRecord>(row['record']) ?? []);

  const putPlaces = (added: readonly BlobPlace[]): void => {
    for (const { hash, pack, start, length } of added) places.put.run(hash, pack, start, length);
  };

  /** Deletes the record of an image. Returns the hashes of its generated files. */
  const forgetImage = (address: string): string[] => {
    const { files: made } = parse<ImageRecord>(images.read.get(address)?.['record']) ?? { files: [] };
    images.forget.run(address);
    for (const { hash } of made) images.forgetFile.run(hash, address);
    return made.map(({ hash }) => hash);
  };

  const putImage = (image: ImageRecord): void => {
    images.put.run(image.address, JSON.stringify(image));
    for (const { hash } of image.files) images.putFile.run(hash, image.address);
  };

  /** The passing release that a step replaces, if any. */
  const replacedBy = ({ release, head: { pin } }: Pick<Commit, 'head' | 'release'>): number | null => {
    const [latest] = releases.newest.all();
    const isReplaced = release !== null && latest?.['isPassing'] === 1 && pin !== String(latest['id']);
    return isReplaced ? Number(latest['id']) : null;
  };

  const oldestAfter: ReleaseStore['oldestAfter'] = (step, retain) => {
    const { release } = step;
    if (release === null) return oldest;
    const kept = Object.values(releases.oldest.get(replacedBy(step), retain - 1) ?? {});
    const needed = [...kept, release.id, release.pin, step.head.pin].flatMap((id) => (id === null ? [] : [Number(id)]));
    return Math.max(oldest, Math.min(...needed));
  };

  /** Forgets releases before `from`. */
  const forgetReleases = (from: number, commit: number): void => {
    for (const { id } of releases.before.all(from)) {
      outbox.put.run(`${collections.releases}/${String(id)}`, JSON.stringify(null), commit);
    }
    releases.forget.run(from);
  };

  const commit = transaction(database, (step: Commit, retain: number, added: readonly BlobPlace[] = []): string[] => {
    const { commit } = step.head;
    const before = readHead();
    if (commit !== (before?.commit ?? 0) + 1) throw new Error('Another process has committed meanwhile');
    const kept = step.head.oldest ?? oldestAfter(step, retain);
    const replaced = replacedBy(step);
    const [latest, earlier] = releases.newest.all();
    const lastRelease = Number((replaced === null ? latest : earlier)?.['id'] ?? 0);
    const moment = { commit, lastRelease };
    for (const { path, after } of step.documents) {
      readings.forget.run(path);
      if (after === null) documents.end(path, moment);
      else documents.set(documentRow(after), moment);
    }
    const endFilling = beginFilling();
    for (const route of step.receipts.end) receipts.end(route, moment);
    for (const receipt of step.receipts.set) receipts.set(receiptRow(receipt), moment);
    const ended = [...step.files.end].flatMap((path) => files.end(path, moment));
    const replacedFiles = [...ended, ...[...step.files.set].flatMap((file) => files.set(fileRow(file), moment))];
    endFilling();
    const replacing = [...step.images.set];
    const unused = [...step.images.end, ...replacing.map(({ address }) => address)].flatMap(forgetImage);
    for (const image of replacing) putImage(image);
    for (const notice of step.notices) outbox.put.run(notice.path, JSON.stringify(notice.data), commit);
    putPlaces(added);
    if (step.release) releases.put.run(Number(step.release.id), JSON.stringify(step.release));
    if (replaced !== null) {
      releases.drop.run(replaced);
      outbox.put.run(`${collections.releases}/${String(replaced)}`, JSON.stringify(null), commit);
    }
    forgetReleases(kept, commit);
    head.write.run(JSON.stringify({ ...step.head, oldest: kept }));
    const pruned = rows.count(kept, mostInCommit + 1) > mostInCommit ? [] : rows.all(kept);
    const unneeded = [...new Set([...replacedFiles, ...unused, ...pruned])].filter(
      (hash) => blobs.referenced.get(hash, kept) === undefined,
    );
    for (const hash of unneeded) places.forget.run(hash);
    for (const hash of unneeded) packed.forget.run(hash);
    checkpoints.soon();
    return unneeded;
  });

  readHead();
  return {
    atOnce: (read) => inTransaction(database, read, 'BEGIN'),
    head: readHead,
    lost: () => {
      const found = storedHead();
      const lost = lostAfter(found);
      return lost && { announced: String(lost.release), pin: lost.pin, stored: found?.release ?? null };
    },
    current: () => contents((table) => table.current()),
    *known(reader) {
      for (const { path, time, kept } of readings.list.iterate(reader)) {
        const version = { path: String(path), time: String(time) };
        if (kept === null) yield { ...version, ...contentsOf(version.path, version.time) };
        else yield { ...version, kept: String(kept) };
      }
    },
    keepReadings: (reader, readingOf) => {
      const keep = (): void => {
        for (const row of readings.list.all(reader)) {
          const version = { path: String(row['path']), time: String(row['time']) };
          const reading = row['kept'] === null ? readingOf(version) : null;
          if (reading !== null) readings.put.run(version.path, version.time, reader, reading);
        }
      };
      skipWhenDiskFull(() => inTransaction(database, keep));
    },
    at: (release) => contents((table) => table.at(Number(release))),
    changesTo: (release) => {
      const [share, keepReads] = [openStringInterner(), openReadsInterner()];
      const changes = <Entry>(table: Intervals, from: (row: Row) => Entry) =>
        new Map(Array.from(table.changesTo(Number(release)), ([key, row]) => [key, row && from(row)]));
      return {
        documents: changes(documents, documentFrom),
        receipts: changes(receipts, (row) => receiptFrom(row, { share, keepReads })),
        files: changes(files, (row) => fileFrom(row, share)),
      };
    },
    contents: contentsOf,
    images: readImages,
    releases: readReleases,
    heldBlobs: (by) => {
      const images = by === 'all' ? readImages().flatMap((image) => image.files) : [];
      return new Set([...blobs.list.all(oldest), ...images].map(({ hash }) => String(hash)));
    },
    notices: (upTo = Infinity) =>
      outbox.list
        .all(Number.isFinite(upTo) ? upTo : Number.MAX_SAFE_INTEGER)
        .map((row) => ({ path: String(row['path']), data: JSON.parse(String(row['data'])) as JsonObject | null })),

    commit: (...given) => {
      const unneeded = commit(...given);
      const [{ head: stored }] = given;
      if (stored.release !== null) announced.write(stored);
      // Rows may be deleted only when the transaction has ended, because it may fail at its end.
      readHead();
      return unneeded;
    },
    oldestAfter,
    prune: async () => {
      readHead();
      if (rows.count(oldest, 1) === 0) return null;
      return pruning.ask({ file: database.location() ?? '', oldest });
    },
    endPruning: () => pruning.end(),
    isReferenced: (hash, by) =>
      (by === 'kept' ? blobs.referenced.get(hash, oldest) : blobs.current.get(hash)) !== undefined,

    delivered: (notices) =>
      inTransaction(database, () => {
        for (const { path, data } of notices) outbox.forget.run(path, JSON.stringify(data));
      }),
    placeOf: (hash) => {
      const row = places.read.get(hash, oldest);
      return row
        ? { hash, pack: String(row['pack']), start: Number(row['start']), length: Number(row['length']) }
        : null;
    },
    setPlaces: (added) => inTransaction(database, () => putPlaces(added)),
    packed: {
      get: (hash) => packed.read.get(hash)?.['packed'] as string | undefined,
      set: (hash, value) => void packed.put.run(hash, value),
    },
    packs: () => new Set(places.packs.all().map((row) => String(row['pack']))),
    cursor: () => parse<Cursor>(cursor.read.get()?.['record']),
    setCursor: (moved) => inTransaction(database, () => void cursor.write.run(JSON.stringify(moved))),
    close: () => {
      checkpoints.end();
      closeDatabase(database);
      announced.close();
    },
  };
}
