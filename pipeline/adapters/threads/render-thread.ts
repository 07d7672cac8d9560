import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import { deepFreeze, hashOfFields, type QueryKey } from '../../plan/queries.ts';
import type { QueryResults } from '../../render/record-content.ts';
import { renderShard, type RenderedRoute } from '../../render/render-shard.ts';
import type { CompiledSite, Renderer } from '../../render/renderer.ts';
import { hashBytes } from '../disk/blobs.ts';
import type { QueryResult, FromThread, NumberedAnswer, ShardOrder, ThreadStart } from './messages.ts';

/** A thread that renders shards one after another. It queries the main thread for results that were not sent along. */
const start = workerData as ThreadStart & { answers: MessagePort };
const { openRenderer } = (await import(start.templates)) as {
  openRenderer: (compiled: CompiledSite) => Promise<Renderer>;
};
const compiled = await openRenderer(start.compiled);
const marking: Renderer = {
  ...compiled,
  render: (path, content, options) => compiled.render(path, content, { ...options, marks: true }),
};

const send = (message: FromThread, moved: ArrayBuffer[] = []): void => void parentPort?.postMessage(message, moved);

/**
 * Opens a function that queries the main thread and blocks, because templates query synchronously. Only the answer with
 * the same number is accepted.
 */
function openBlockingQuery(): (key: QueryKey) => QueryResult {
  let number = 0;
  return (key) => {
    number += 1;
    send({ ask: key, number });
    for (;;) {
      const before = Atomics.load(start.answered, 0);
      const received = receiveMessageOnPort(start.answers)?.message as NumberedAnswer | undefined;
      if (received?.number === number) return received.answered;
      if (!received) Atomics.wait(start.answered, 0, before);
    }
  };
}

const ask = openBlockingQuery();

/** Opens a function that returns the query results for a shard. Queries shared by all pages are sent once per run. */
function openAnswersOf(): (order: Pick<ShardOrder, 'run' | 'own'>) => QueryResults {
  let latest = 0;
  let shared = new Map<QueryKey, QueryResult>();
  let ofFields = new Map<QueryKey, string>();
  return ({ run, own }) => {
    if (run !== latest) {
      shared = new Map();
      ofFields = new Map();
    }
    latest = run;
    const known = new Map(own.map((answered) => [answered[0], frozen(answered)]));
    const answer = (key: QueryKey): QueryResult => {
      const found = known.get(key) ?? shared.get(key) ?? frozen(ask(key));
      if (!known.has(key)) shared.set(key, found);
      return found;
    };
    const value = (key: QueryKey): unknown => answer(key)[1];
    // Hashes of field queries are computed from the objects in this thread, because the main thread may have newer
    // content.
    const hashOfFieldQuery = (key: QueryKey): string | null => {
      const known = ofFields.get(key);
      if (known !== undefined) return known;
      const hash = hashOfFields(key, value);
      if (hash !== null) ofFields.set(key, hash);
      return hash;
    };
    return { value, hash: (key) => hashOfFieldQuery(key) ?? answer(key)[2] };
  };
}

function frozen(answered: QueryResult): QueryResult {
  deepFreeze(answered[1]);
  return answered;
}

/** Sends rendered routes to the main thread. The buffers of their bodies are transferred, not copied. */
function deliver(rendered: readonly RenderedRoute[]): void {
  const buffers = [...new Set(rendered.flatMap(({ page }) => page?.body.buffer ?? []))];
  const pages = rendered.map(({ page }) => {
    if (page === null) return null;
    const { hash, contentType, size, body } = page;
    return { hash, contentType, buffer: buffers.indexOf(body.buffer), start: body.byteOffset, size };
  });
  const receipts = rendered.map(({ receipt }) => receipt);
  send({ receipts, pages, buffers }, buffers);
}

/** Renders requested shards one after another. */
function followOrders(port: MessagePort): void {
  const answersOf = openAnswersOf();
  let turn: Promise<void> = Promise.resolve();
  port.on('message', (order: ShardOrder) => {
    turn = turn.then(async () => {
      const { routes, once, marks } = order;
      const renderer = marks ? marking : compiled;
      deliver(await renderShard(routes, { renderer, once, answers: answersOf(order), hash: hashBytes, slow: null }));
    });
  });
}

if (parentPort) followOrders(parentPort);
