import type { DatabaseSync } from 'node:sqlite';
import { collections } from '@frontage/model/paths';
import { createReadsInterner, createStringInterner } from '../../plan/intern.ts';
import type {
  BlobPlace,
  Commit,
  Cursor,
  EarlierContents,
  Head,
  LostReleases,
  Notice,
  ReleaseContents,
  ReleaseRecord,
  ReleaseStore,
} from '../../site/store.ts';
import type { ImageRecord } from '../../sync/image-library.ts';
import type { JsonObject } from '../../sync/source.ts';
import type { KeptVersion } from '../../sync/content-state.ts';
import type { DocumentVersion, ReadContents } from '../../sync/stored-document.ts';
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
import { type Intervals, type Moment, openIntervals, type Row } from './intervals.ts';
import { openRowPruning, type PrunedRows } from './prune-rows.ts';
import type { PruneOrder } from './prune-thread.ts';
import { contentsFrom, documentFrom, documentRow, fileFrom, fileRow, parse, receiptFrom, receiptRow } from './rows.ts';
import { prepareStatements } from './statements.ts';

// Heads of older versions do not contain `leaving`.
const noneLeaving = { leaving: {} };
// More rows are deleted after the commit, in another thread. An ordinary release has some ten.
const mostInCommit = 128;

/** The tables and prepared statements of a database. */
function openTables(database: DatabaseSync) {
  return {
    documents: openIntervals(database, {
      name: 'documents',
      columns: ['path', 'data', 'time', 'valid'],
      returning: 'path',
    }),
    receipts: openIntervals(database, {
      name: 'receipts',
      columns: ['route', 'reads', 'fingerprint', 'document', 'failure'],
      returning: 'route',
    }),
    files: openIntervals(database, {
      name: 'files',
      columns: ['path', 'hash', 'contentType', 'size', 'kind', 'route', 'redirect'],
      returning: 'hash',
    }),
    checkpoints: openCheckpoints(database),
    beginFilling: suspendIndexes(database, ['receipts', 'files']),
    ...prepareStatements(database),
    rows: openRowPruning(database),
  };
}

export interface DiskStoreOptions {
  /** Whether the state is an index of a log, which numbers the commits. */
  isIndex?: boolean;
  /** Called with each cursor that is set. */
  onCursor?: (cursor: Cursor) => void;
}

/** The pipeline's persistent state in SQLite, below `dataDir`. */
export class DiskStore implements ReleaseStore {
  readonly #announced: ReturnType<typeof openAnnounced>;
  readonly #database: DatabaseSync;
  readonly #tables: ReturnType<typeof openTables>;
  readonly #pruning = openBackgroundThread<PruneOrder, PrunedRows | null>(
    new URL('./prune-thread.ts', import.meta.url),
  );
  readonly #commit: ReleaseStore['commit'];
  readonly #isIndex: boolean;
  readonly #onCursor: (cursor: Cursor) => void;
  // The oldest kept release. Rows that ended with it or earlier may be deleted.
  #oldest = 0;

  constructor(dataDir: string, { isIndex = false, onCursor = () => undefined }: DiskStoreOptions = {}) {
    // Read before the database, which another process may be writing: then it cannot seem to be ahead.
    this.#announced = openAnnounced(dataDir);
    this.#database = openDatabase(dataDir);
    this.#tables = openTables(this.#database);
    this.#commit = transaction(this.#database, (...given) => this.#apply(...given));
    this.#isIndex = isIndex;
    this.#onCursor = onCursor;
    this.head();
  }

  atOnce<Result>(read: () => Result): Result {
    return inTransaction(this.#database, read, 'BEGIN');
  }

  /** The head. If later commits are lost, it has no release, and the next commit continues the announced numbers. */
  head(): Head | null {
    const found = this.#storedHead();
    const lost = this.#lostAfter(found);
    if (lost === null) return found;
    if (this.#isIndex) return found && { ...found, release: null };
    const pin = this.#tables.releases.is.get(Number(lost.pin)) === undefined ? null : lost.pin;
    return { ...noneLeaving, ...lost, ...found, commit: lost.commit, release: null, pin };
  }

  lost(): LostReleases | null {
    const found = this.#storedHead();
    const lost = this.#lostAfter(found);
    return lost && { announced: String(lost.release), pin: lost.pin, stored: found?.release ?? null };
  }

  #storedHead(): Head | null {
    const found = parse<Head>(this.#tables.head.read.get()?.['record']);
    this.#oldest = Math.max(this.#oldest, found?.oldest ?? 0);
    return found && { ...noneLeaving, ...found };
  }

  #lostAfter(found: Head | null): Announced | null {
    const last = this.#announced.last();
    return last !== null && (found?.commit ?? 0) < last.commit ? last : null;
  }

  current(): ReleaseContents {
    return this.#contents((table) => table.current());
  }

  at(release: string): ReleaseContents {
    return this.#contents((table) => table.at(Number(release)));
  }

  #contents(rows: (table: Intervals) => Iterable<Row>): ReleaseContents {
    const [share, keepReads] = [createStringInterner(), createReadsInterner()];
    const { documents, receipts, files } = this.#tables;
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
  }

  changesTo(release: string): EarlierContents {
    const [share, keepReads] = [createStringInterner(), createReadsInterner()];
    const { documents, receipts, files } = this.#tables;
    const changes = <Entry>(table: Intervals, from: (row: Row) => Entry) =>
      new Map(Array.from(table.changesTo(Number(release)), ([key, row]) => [key, row && from(row)]));
    return {
      documents: changes(documents, documentFrom),
      receipts: changes(receipts, (row) => receiptFrom(row, { share, keepReads })),
      files: changes(files, (row) => fileFrom(row, share)),
    };
  }

  // Documents keep this function, so it is bound.
  readonly contents: ReadContents = (path, time) => {
    const row = this.#tables.version.get(path, time);
    if (row === undefined) throw new Error(`${path} as of ${time} is no longer stored`);
    return contentsFrom(row);
  };

  *known(reader: string): Generator<DocumentVersion | KeptVersion> {
    for (const { path, time, kept } of this.#tables.readings.list.iterate(reader)) {
      const version = { path: String(path), time: String(time) };
      if (kept === null) yield { ...version, ...this.contents(version.path, version.time) };
      else yield { ...version, kept: String(kept) };
    }
  }

  keepReadings(reader: string, readingOf: Parameters<ReleaseStore['keepReadings']>[1]): void {
    const { readings } = this.#tables;
    const keep = (): void => {
      for (const row of readings.list.all(reader)) {
        const version = { path: String(row['path']), time: String(row['time']) };
        const reading = row['kept'] === null ? readingOf(version) : null;
        if (reading !== null) readings.put.run(version.path, version.time, reader, reading);
      }
    };
    skipWhenDiskFull(() => inTransaction(this.#database, keep));
  }

  images(): ImageRecord[] {
    return this.#tables.images.list.all().flatMap((row) => parse<ImageRecord>(row['record']) ?? []);
  }

  releases(): ReleaseRecord[] {
    return this.#tables.releases.list.all().flatMap((row) => parse<ReleaseRecord>(row['record']) ?? []);
  }

  heldBlobs(by: 'files' | 'all'): Set<string> {
    const images = by === 'all' ? this.images().flatMap((image) => image.files) : [];
    return new Set([...this.#tables.blobs.list.all(this.#oldest), ...images].map(({ hash }) => String(hash)));
  }

  commit(step: Commit, retain: number, places?: readonly BlobPlace[]): string[] {
    const unneeded = this.#commit(step, retain, places);
    if (step.head.release !== null) this.#announced.write(step.head);
    // Rows may be deleted only when the transaction has ended, because it may fail at its end.
    this.head();
    return unneeded;
  }

  /** Stores a commit, in a transaction. Returns the hashes that no kept release needs. */
  #apply(step: Commit, retain: number, added: readonly BlobPlace[] = []): string[] {
    const { commit } = step.head;
    if (commit !== (this.head()?.commit ?? 0) + 1) throw new Error('Another process has committed meanwhile');
    const { head, releases, checkpoints } = this.#tables;
    const kept = step.head.oldest ?? this.oldestAfter(step, retain);
    const replaced = this.#replacedBy(step);
    const [latest, earlier] = releases.newest.all();
    const lastRelease = Number((replaced === null ? latest : earlier)?.['id'] ?? 0);
    const replacedFiles = this.#putRows(step, { commit, lastRelease });
    const unused = this.#putImages(step.images);
    for (const notice of step.notices) this.#notify(notice.path, notice.data, commit);
    this.#putPlaces(added);
    if (step.release) releases.put.run(Number(step.release.id), JSON.stringify(step.release));
    if (replaced !== null) {
      releases.drop.run(replaced);
      this.#notify(`${collections.releases}/${String(replaced)}`, null, commit);
    }
    this.#forgetReleases(kept, commit);
    head.write.run(JSON.stringify({ ...step.head, oldest: kept }));
    const unneeded = this.#forgetUnneeded([...replacedFiles, ...unused, ...this.#pruneFew(kept)], kept);
    checkpoints.soon();
    return unneeded;
  }

  /** Stores the changed documents, receipts and files. Returns the hashes of files that are no longer current. */
  #putRows({ documents: changed, receipts: made, files: switched }: Commit, moment: Moment): string[] {
    const { documents, receipts, files, readings, beginFilling } = this.#tables;
    for (const { path, after } of changed) {
      readings.forget.run(path);
      if (after === null) documents.end(path, moment);
      else documents.set(documentRow(after), moment);
    }
    const endFilling = beginFilling();
    for (const route of made.end) receipts.end(route, moment);
    for (const receipt of made.set) receipts.set(receiptRow(receipt), moment);
    const ended = [...switched.end].flatMap((path) => files.end(path, moment));
    const replaced = [...ended, ...[...switched.set].flatMap((file) => files.set(fileRow(file), moment))];
    endFilling();
    return replaced;
  }

  /** Stores the changed images. Returns the hashes of the files of earlier ones. */
  #putImages({ set, end }: Commit['images']): string[] {
    const { images } = this.#tables;
    const replacing = [...set];
    const unused = [...end, ...replacing.map(({ address }) => address)].flatMap((address) => {
      const { files } = parse<ImageRecord>(images.read.get(address)?.['record']) ?? { files: [] };
      images.forget.run(address);
      for (const { hash } of files) images.forgetFile.run(hash, address);
      return files.map(({ hash }) => hash);
    });
    for (const image of replacing) {
      images.put.run(image.address, JSON.stringify(image));
      for (const { hash } of image.files) images.putFile.run(hash, image.address);
    }
    return unused;
  }

  /** The passing release that a step replaces, if any. */
  #replacedBy({ release, head: { pin } }: Pick<Commit, 'head' | 'release'>): number | null {
    const [latest] = this.#tables.releases.newest.all();
    const isReplaced = release !== null && latest?.['isPassing'] === 1 && pin !== String(latest['id']);
    return isReplaced ? Number(latest['id']) : null;
  }

  oldestAfter(step: Pick<Commit, 'head' | 'release'>, retain: number): number {
    const { release } = step;
    if (release === null) return this.#oldest;
    const kept = Object.values(this.#tables.releases.oldest.get(this.#replacedBy(step), retain - 1) ?? {});
    const needed = [...kept, release.id, release.pin, step.head.pin].flatMap((id) => (id === null ? [] : [Number(id)]));
    return Math.max(this.#oldest, Math.min(...needed));
  }

  /** Forgets releases before `from`. */
  #forgetReleases(from: number, commit: number): void {
    const { releases } = this.#tables;
    for (const { id } of releases.before.all(from)) this.#notify(`${collections.releases}/${String(id)}`, null, commit);
    releases.forget.run(from);
  }

  #notify(path: string, data: JsonObject | null, commit: number): void {
    this.#tables.outbox.put.run(path, JSON.stringify(data), commit);
  }

  /** Deletes rows that no kept release needs, if there are few. Returns the hashes that they named. */
  #pruneFew(oldest: number): string[] {
    const { rows } = this.#tables;
    return rows.count(oldest, mostInCommit + 1) > mostInCommit ? [] : rows.all(oldest);
  }

  #forgetUnneeded(hashes: readonly string[], oldest: number): string[] {
    const { blobs, places, packed } = this.#tables;
    const unneeded = [...new Set(hashes)].filter((hash) => blobs.referenced.get(hash, oldest) === undefined);
    for (const hash of unneeded) places.forget.run(hash);
    for (const hash of unneeded) packed.forget.run(hash);
    return unneeded;
  }

  async prune(): Promise<PrunedRows | null> {
    this.head();
    if (this.#tables.rows.count(this.#oldest, 1) === 0) return null;
    return this.#pruning.ask({ file: this.#database.location() ?? '', oldest: this.#oldest });
  }

  endPruning(): Promise<void> {
    return this.#pruning.end();
  }

  isReferenced(hash: string, by: 'kept' | 'current'): boolean {
    const { referenced, current } = this.#tables.blobs;
    return (by === 'kept' ? referenced.get(hash, this.#oldest) : current.get(hash)) !== undefined;
  }

  notices(upTo = Infinity): Notice[] {
    return this.#tables.outbox.list
      .all(Number.isFinite(upTo) ? upTo : Number.MAX_SAFE_INTEGER)
      .map((row) => ({ path: String(row['path']), data: JSON.parse(String(row['data'])) as JsonObject | null }));
  }

  delivered(notices: Iterable<Notice>): void {
    inTransaction(this.#database, () => {
      for (const { path, data } of notices) this.#tables.outbox.forget.run(path, JSON.stringify(data));
    });
  }

  placeOf(hash: string): BlobPlace | null {
    const row = this.#tables.places.read.get(hash, this.#oldest);
    return row ? { hash, pack: String(row['pack']), start: Number(row['start']), length: Number(row['length']) } : null;
  }

  setPlaces(added: readonly BlobPlace[]): void {
    inTransaction(this.#database, () => this.#putPlaces(added));
  }

  #putPlaces(added: readonly BlobPlace[]): void {
    for (const { hash, pack, start, length } of added) this.#tables.places.put.run(hash, pack, start, length);
  }

  readonly packed: ReleaseStore['packed'] = {
    get: (hash) => this.#tables.packed.read.get(hash)?.['packed'] as string | undefined,
    set: (hash, value) => void this.#tables.packed.put.run(hash, value),
  };

  packs(): Set<string> {
    return new Set(this.#tables.places.packs.all().map((row) => String(row['pack'])));
  }

  cursor(): Cursor | null {
    return parse<Cursor>(this.#tables.cursor.read.get()?.['record']);
  }

  setCursor(moved: Cursor): void {
    inTransaction(this.#database, () => void this.#tables.cursor.write.run(JSON.stringify(moved)));
    this.#onCursor(moved);
  }

  close(): void {
    this.#tables.checkpoints.end();
    closeDatabase(this.#database);
    this.#announced.close();
  }
}
