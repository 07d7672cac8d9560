import { callerOf } from './caller.ts';
import { accessTo } from './engine.ts';
import type { Call, Engine, Reading } from './engine.ts';
import type { MessageStream } from './message-stream.ts';
import type { Commit } from './history.ts';
import { openTarget } from './listen-target.ts';
import type { Target } from './listen-target.ts';
import { documentToProto, timeToProto } from './proto-value.ts';
import { nameOf, parseDatabase } from './resource-name.ts';
import { invalid, Refusal, statusCodes } from './status.ts';
import type { Database } from './store.ts';
import type { Document } from './value.ts';
import type { WireTarget } from './wire.ts';

interface ListenRequest {
  database: string;
  targetChange?: 'addTarget' | 'removeTarget';
  addTarget: WireTarget;
  removeTarget: number;
}

const changeType = { none: 0, add: 1, remove: 2, current: 3, reset: 4 } as const;

interface WatchedTarget {
  id: number;
  target: Target;
  /** The update times of the client's known matches, by path. */
  known: Map<string, number>;
}

/**
 * The Listen operation: sends the results of each target, then their changes. Changes that arrive together are sent as
 * one batch, which ends with its consistent read time.
 */
export function listen(engine: Engine, stream: MessageStream<ListenRequest>): void {
  const listener = new Listener({ engine, caller: callerOf(stream.authorization) }, stream);
  stream.onRequest((request) => listener.handle(request));
  stream.onEnd(() => listener.end());
}

/** The targets of one stream, and the client's state of each. */
class Listener {
  readonly #call: Call;
  readonly #stream: MessageStream<ListenRequest>;
  readonly #watched = new Map<number, WatchedTarget>();
  readonly #dirty = new Set<number>();
  #database: Database | null = null;
  #unsubscribe = (): void => {};
  #flushing: NodeJS.Immediate | null = null;

  constructor(call: Call, stream: MessageStream<ListenRequest>) {
    this.#call = call;
    this.#stream = stream;
  }

  handle(request: ListenRequest): void {
    this.#database ??= this.#open(parseDatabase(request.database));
    if (request.targetChange === 'removeTarget') {
      this.#watched.delete(request.removeTarget);
      this.#stream.send({ targetChange: { targetChangeType: changeType.remove, targetIds: [request.removeTarget] } });
    } else if (request.targetChange === 'addTarget') {
      this.#add(this.#database, request.addTarget);
    } else invalid('A listen request must add or remove a target.');
  }

  end(): void {
    this.#unsubscribe();
    if (this.#flushing !== null) clearImmediate(this.#flushing);
    this.#stream.end();
  }

  #open(project: string): Database {
    const opened = this.#call.engine.store.database(project);
    this.#unsubscribe = opened.subscribe(({ changes }: Commit) => {
      for (const [id, { target, known }] of this.#watched) {
        const touched = changes.some(
          ({ path, after }) => known.has(path) || target.paths.has(path) || (after !== null && target.matches(after)),
        );
        if (touched) this.#dirty.add(id);
      }
      if (this.#dirty.size > 0) this.#flushing ??= setImmediate(() => this.#flush());
    });
    return opened;
  }

  #flush(): void {
    this.#flushing = null;
    if (this.#database === null) return;
    try {
      const reading = this.#readNow(this.#database);
      for (const id of this.#dirty) {
        const entry = this.#watched.get(id);
        if (entry !== undefined) this.#guarded(id, () => this.#update(entry, reading));
      }
      this.#dirty.clear();
      this.#sendReadTime(reading.time, []);
    } catch (error) {
      this.#stream.fail(error);
    }
  }

  #readNow(from: Database): Reading {
    return { database: from, view: from, time: this.#call.engine.store.tick(), transaction: null, begun: null };
  }

  #add(from: Database, wire: WireTarget): void {
    const id = wire.targetId === 0 ? this.#nextId() : wire.targetId;
    if (this.#watched.has(id)) invalid(`Target id ${id} is already in use.`);
    const reading = this.#readNow(from);
    this.#stream.send({ targetChange: { targetChangeType: changeType.add, targetIds: [id] } });
    this.#guarded(id, () => {
      const target = openTarget(this.#call, from.project, wire);
      target.authorize(reading);
      const entry: WatchedTarget = { id, target, known: this.#resume(target, wire, from) };
      if (wire.resumeType !== undefined && entry.known.size === 0) {
        this.#stream.send({ targetChange: { targetChangeType: changeType.reset, targetIds: [id] } });
      }
      this.#watched.set(id, entry);
      this.#update(entry, reading, true);
      const moment = { readTime: timeToProto(reading.time), resumeToken: tokenOf(reading.time) };
      this.#stream.send({ targetChange: { targetChangeType: changeType.current, targetIds: [id], ...moment } });
      if (wire.once) {
        this.#watched.delete(id);
        this.#stream.send({ targetChange: { targetChangeType: changeType.remove, targetIds: [id] } });
      }
    });
    this.#sendReadTime(reading.time, []);
  }

  #nextId(): number {
    let id = 2;
    while (this.#watched.has(id)) id += 2;
    return id;
  }

  /** The documents that a resuming client has; empty if the commits since its resume time are no longer stored. */
  #resume(target: Target, wire: WireTarget, from: Database): Map<string, number> {
    const time = resumeTime(wire);
    if (time === null || time < from.horizon() || time > this.#call.engine.store.now()) return new Map();
    return updateTimes(target.run(from.at(time)));
  }

  /** Sends the difference between the target's results and the client's state. */
  #update(entry: WatchedTarget, reading: Reading, first = false): void {
    const { id, target } = entry;
    if (!first) target.authorize(reading);
    const found = target.run(reading.view);
    const results = updateTimes(found);
    const { project } = reading.database;
    for (const document of found) {
      if (entry.known.get(document.path) === document.updateTime) continue;
      this.#stream.send({ documentChange: { document: documentToProto(project, document), targetIds: [id] } });
    }
    for (const path of entry.known.keys()) {
      if (!results.has(path)) this.#sendGone(id, path, reading);
    }
    if (first)
      for (const path of target.paths)
        if (!results.has(path) && !entry.known.has(path)) this.#sendGone(id, path, reading);
    entry.known = results;
  }

  #sendGone(id: number, path: string, reading: Reading): void {
    const name = nameOf(reading.database.project, path);
    const readTime = timeToProto(reading.time);
    const document = reading.view.get(path);
    if (document === null) {
      this.#stream.send({ documentDelete: { document: name, removedTargetIds: [id], readTime } });
    } else if (this.#mayGet(document, reading)) {
      const proto = documentToProto(reading.database.project, document);
      this.#stream.send({ documentChange: { document: proto, removedTargetIds: [id] } });
    } else {
      this.#stream.send({ documentRemove: { document: name, removedTargetIds: [id], readTime } });
    }
  }

  #mayGet(document: Document, reading: Reading): boolean {
    try {
      accessTo(this.#call, reading, 1).get(document.path, document);
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }

  /** A refusal ends only its target; the stream continues. */
  #guarded(id: number, act: () => void): void {
    try {
      act();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#watched.delete(id);
      const cause = { code: statusCodes[error.status].code, message: error.message };
      this.#stream.send({ targetChange: { targetChangeType: changeType.remove, targetIds: [id], cause } });
    }
  }

  #sendReadTime(time: number, targetIds: number[]): void {
    const moment = { readTime: timeToProto(time), resumeToken: tokenOf(time) };
    this.#stream.send({ targetChange: { targetChangeType: changeType.none, targetIds, ...moment } });
  }
}

function updateTimes(documents: readonly Document[]): Map<string, number> {
  return new Map(documents.map(({ path, updateTime }) => [path, updateTime]));
}

function tokenOf(time: number): Uint8Array {
  return Buffer.from(String(time));
}

function resumeTime(wire: WireTarget): number | null {
  if (wire.resumeType === 'resumeToken') {
    const text = Buffer.from(wire.resumeToken).toString();
    return /^\d{1,16}$/.test(text) ? Number(text) : null;
  }
  if (wire.resumeType === 'readTime')
    return Number(wire.readTime.seconds) * 1e6 + Math.floor(wire.readTime.nanos / 1000);
  return null;
}
