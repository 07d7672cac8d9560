import type { Receipt } from '../plan/plan.ts';
import type { Route } from '../plan/routes.ts';
import { type QueryResults, recordContent } from './record-content.ts';
import type { Rendered, Renderer } from './renderer.ts';

/** The result of rendering a route. */
export interface RenderedRoute {
  /** Its `failure` is set if there are no bytes. */
  receipt: Receipt;
  page: RenderedBytes | null;
}

export interface RenderedBytes {
  /** SHA-256, hex. */
  hash: string;
  contentType: string;
  size: number;
  body: Uint8Array<ArrayBuffer>;
}

/** Texts that are not parsed in this thread. */
interface SlowTexts {
  isSlow: (text: string) => boolean;
  /** Renders routes with such texts in a thread; null if it has ended. */
  lane: (routes: readonly Route[]) => Promise<RenderedRoute[] | null>;
}

export interface ShardWork {
  /** Whether the texts of these pages need not be cached, because the pages are not rendered again soon. */
  once: boolean;
  renderer: Renderer;
  answers: QueryResults;
  hash: (bytes: Uint8Array) => string;
  /** Null in a thread, which renders all texts. */
  slow: SlowTexts | null;
}

/** Renders routes one after another. A failing route does not stop the others. */
export async function renderShard(
  routes: readonly Route[],
  { renderer, answers, once, hash, slow }: ShardWork,
): Promise<RenderedRoute[]> {
  const shard: RenderedRoute[] = [];
  const encode = openEncoder(routes.length);
  for (const route of routes) {
    const { path, document } = route;
    const { content, reads, isRefused } = recordContent(answers, slow?.isSlow);
    const rendered = await renderer.render(path, content, { once });
    const [fromThread] = (isRefused() && (await slow?.lane([route]))) || [];
    if (fromThread) {
      shard.push(fromThread);
      continue;
    }
    const failure = isRefused() ? threadEnded : failureOf(rendered, route);
    const receipt: Receipt = { route: path, reads: reads(), fingerprint: renderer.fingerprint, document, failure };
    if (!rendered.ok || failure !== null) {
      shard.push({ receipt, page: null });
      continue;
    }
    const { contentType } = rendered;
    const body = encode(rendered.body);
    shard.push({ receipt, page: { hash: hash(body), contentType, size: body.length, body } });
  }
  return shard;
}

const threadEnded = 'The page could not be rendered: the thread that parses its long text has ended';

function failureOf(rendered: Rendered, { status }: Route): string | null {
  if (!rendered.ok) return `The page could not be rendered: ${rendered.message}`;
  if (rendered.status === status) return null;
  return `The page answered ${String(rendered.status)} instead of ${String(status)}`;
}

/** Encodes a page as UTF-8 into a buffer shared by several pages: a separate buffer costs more than its bytes. */
type EncodePage = (body: string | Uint8Array) => Uint8Array<ArrayBuffer>;

// Larger than most pages. The unused rest of a buffer is never touched.
const bytesPerPage = 16 * 2 ** 10;

// UTF-8 takes at most 3 bytes for a UTF-16 code unit.
const maxBytesPerUnit = 3;

/** Opens an encoder for this many pages. No other encoder uses its buffers. */
export function openEncoder(pages: number): EncodePage {
  const encoder = new TextEncoder();
  let free = new Uint8Array(pages * bytesPerPage);
  const take = (size: number): Uint8Array<ArrayBuffer> => {
    const taken = free.subarray(0, size);
    free = free.subarray(size);
    return taken;
  };
  const ensureFree = (size: number): void => {
    if (free.length < size) free = new Uint8Array(Math.max(size, pages * bytesPerPage));
  };
  return (body) => {
    if (typeof body !== 'string') {
      ensureFree(body.length);
      free.set(body);
      return take(body.length);
    }
    const first = encoder.encodeInto(body, free);
    if (first.read === body.length) return take(first.written);
    ensureFree(body.length * maxBytesPerUnit);
    return take(encoder.encodeInto(body, free).written);
  };
}

/** The bytes of a body. Text is encoded as UTF-8 in a separate buffer. */
export const bytesOf = (body: string | Uint8Array): Uint8Array =>
  typeof body === 'string' ? new TextEncoder().encode(body) : body;
