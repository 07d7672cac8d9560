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
  const call: Call = { engine, caller: callerOf(stream.authorization) };
  const watched = new Map<number, WatchedTarget>();
  const dirty = new Set<number>();
  let database: Database | null = null;
  let unsubscribe = (): void => {};
  let flushing: NodeJS.Immediate | null = null;

  stream.onRequest((request) => {
    database ??= open(parseDatabase(request.database));
    if (request.targetChange === 'removeTarget') {
      watched.delete(request.removeTarget);
      stream.send({ targetChange: { targetChangeType: changeType.remove, targetIds: [request.removeTarget] } });
    } else if (request.targetChange === 'addTarget') {
      add(database, request.addTarget);
    } else invalid('A listen request must add or remove a target.');
  });
  stream.onEnd(() => {
    unsubscribe();
    if (flushing !== null) clearImmediate(flushing);
    stream.end();
  });

  function open(project: string): Database {
    const opened = engine.store.database(project);
    unsubscribe = opened.subscribe(({ changes }: Commit) => {
      for (const [id, { target, known }] of watched) {
        const touched = changes.some(
          ({ path, after }) => known.has(path) || target.paths.has(path) || (after !== null && target.matches(after)),
        );
        if (touched) dirty.add(id);
      }
      if (dirty.size > 0) flushing ??= setImmediate(flush);
    });
    return opened;
  }

  function flush(): void {
    flushing = null;
    if (database === null) return;
    try {
      const reading = readNow(database);
      for (const id of dirty) {
        const entry = watched.get(id);
        if (entry !== undefined) guarded(id, () => update(entry, reading));
      }
      dirty.clear();
      sendReadTime(reading.time, []);
    } catch (error) {
      stream.fail(error);
    }
  }

  function readNow(from: Database): Reading {
    return { database: from, view: from, time: engine.store.tick(), transaction: null, begun: null };
  }

  function add(from: Database, wire: WireTarget): void {
    const id = wire.targetId === 0 ? nextId() : wire.targetId;
    if (watched.has(id)) invalid(`Target id ${id} is already in use.`);
    const reading = readNow(from);
    stream.send({ targetChange: { targetChangeType: changeType.add, targetIds: [id] } });
    guarded(id, () => {
      const target = openTarget(call, from.project, wire);
      target.authorize(reading);
      const entry: WatchedTarget = { id, target, known: resume(target, wire, from) };
      if (wire.resumeType !== undefined && entry.known.size === 0) {
        stream.send({ targetChange: { targetChangeType: changeType.reset, targetIds: [id] } });
      }
      watched.set(id, entry);
      update(entry, reading, true);
      const moment = { readTime: timeToProto(reading.time), resumeToken: tokenOf(reading.time) };
      stream.send({ targetChange: { targetChangeType: changeType.current, targetIds: [id], ...moment } });
      if (wire.once) {
        watched.delete(id);
        stream.send({ targetChange: { targetChangeType: changeType.remove, targetIds: [id] } });
      }
    });
    sendReadTime(reading.time, []);
  }

  function nextId(): number {
    let id = 2;
    while (watched.has(id)) id += 2;
    return id;
  }

  /** The documents that a resuming client has; empty if the commits since its resume time are no longer stored. */
  function resume(target: Target, wire: WireTarget, from: Database): Map<string, number> {
    const time = resumeTime(wire);
    if (time === null || time < from.horizon() || time > engine.store.now()) return new Map();
    return updateTimes(target.run(from.at(time)));
  }

  /** Sends the difference between the target's results and the client's state. */
  function update(entry: WatchedTarget, reading: Reading, first = false): void {
    const { id, target } = entry;
    if (!first) target.authorize(reading);
    const found = target.run(reading.view);
    const results = updateTimes(found);
    const { project } = reading.database;
    for (const document of found) {
      if (entry.known.get(document.path) === document.updateTime) continue;
      stream.send({ documentChange: { document: documentToProto(project, document), targetIds: [id] } });
    }
    for (const path of entry.known.keys()) {
      if (!results.has(path)) sendGone(id, path, reading);
    }
    if (first)
      for (const path of target.paths) if (!results.has(path) && !entry.known.has(path)) sendGone(id, path, reading);
    entry.known = results;
  }

  function sendGone(id: number, path: string, reading: Reading): void {
    const name = nameOf(reading.database.project, path);
    const readTime = timeToProto(reading.time);
    const document = reading.view.get(path);
    if (document === null) {
      stream.send({ documentDelete: { document: name, removedTargetIds: [id], readTime } });
    } else if (mayGet(document, reading)) {
      const proto = documentToProto(reading.database.project, document);
      stream.send({ documentChange: { document: proto, removedTargetIds: [id] } });
    } else {
      stream.send({ documentRemove: { document: name, removedTargetIds: [id], readTime } });
    }
  }

  function mayGet(document: Document, reading: Reading): boolean {
    try {
      accessTo(call, reading, 1).get(document.path, document);
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }

  /** A refusal ends only its target; the stream continues. */
  function guarded(id: number, act: () => void): void {
    try {
      act();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      watched.delete(id);
      const cause = { code: statusCodes[error.status].code, message: error.message };
      stream.send({ targetChange: { targetChangeType: changeType.remove, targetIds: [id], cause } });
    }
  }

  function sendReadTime(time: number, targetIds: number[]): void {
    const moment = { readTime: timeToProto(time), resumeToken: tokenOf(time) };
    stream.send({ targetChange: { targetChangeType: changeType.none, targetIds, ...moment } });
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
