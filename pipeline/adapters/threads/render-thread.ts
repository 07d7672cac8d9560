import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import { deepFreeze, hashOfFields } from '../../plan/answer.ts';
import type { QueryKey } from '../../plan/query-keys.ts';
import type { AnsweredQueries } from '../../render/record-content.ts';
import { renderShard, type RenderedRoute } from '../../render/render-shard.ts';
import type { CompiledSite, Renderer } from '../../render/renderer.ts';
import { hashBytes } from '../disk/blobs.ts';
import type { Answered, FromThread, NumberedAnswer, ShardOrder, ThreadStart } from './messages.ts';

/** A thread that renders shards, one after another, and asks the thread that started it for every answer it lacks. */
const start = workerData as ThreadStart & { answers: MessagePort };
const { openRenderer } = (await import(start.templates)) as {
  openRenderer: (compiled: CompiledSite) => Promise<Renderer>;
};
const renderer = await openRenderer(start.compiled);

const send = (message: FromThread, moved: ArrayBuffer[] = []): void => void parentPort?.postMessage(message, moved);

/** Asks and waits: rendering asks in the midst of templates, which cannot. Only the answer to this very question counts. */
function openQuestions(): (key: QueryKey) => Answered {
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

const ask = openQuestions();

/** Answers to shards. What all pages ask is asked once a run. */
function openAnswersOf(): (order: Pick<ShardOrder, 'run' | 'own'>) => AnsweredQueries {
  let latest = 0;
  let shared = new Map<QueryKey, Answered>();
  let ofFields = new Map<QueryKey, string>();
  return ({ run, own }) => {
    if (run !== latest) {
      shared = new Map();
      ofFields = new Map();
    }
    latest = run;
    const known = new Map(own.map((answered) => [answered[0], frozen(answered)]));
    const answer = (key: QueryKey): Answered => {
      const found = known.get(key) ?? shared.get(key) ?? frozen(ask(key));
      if (!known.has(key)) shared.set(key, found);
      return found;
    };
    const value = (key: QueryKey): unknown => answer(key)[1];
    // Of fields, told from what they were read from: whoever answers may have gone on to other content meanwhile.
    const hashOfThese = (key: QueryKey): string | null => {
      const known = ofFields.get(key);
      if (known !== undefined) return known;
      const hash = hashOfFields(key, value);
      if (hash !== null) ofFields.set(key, hash);
      return hash;
    };
    return { value, hash: (key) => hashOfThese(key) ?? answer(key)[2] };
  };
}

function frozen(answered: Answered): Answered {
  deepFreeze(answered[1]);
  return answered;
}

/** Hands the bytes over in the buffers in which they lie, which are moved and not copied. */
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

/** Renders what is ordered, one shard after another. */
function followOrders(port: MessagePort): void {
  const answersOf = openAnswersOf();
  let turn: Promise<void> = Promise.resolve();
  port.on('message', (order: ShardOrder) => {
    turn = turn.then(async () => {
      const { routes, once } = order;
      deliver(await renderShard(routes, { renderer, once, answers: answersOf(order), hash: hashBytes }));
    });
  });
}

if (parentPort) followOrders(parentPort);
