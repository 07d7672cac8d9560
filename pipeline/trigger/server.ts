import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { publishHint } from '@frontage/model/webhook';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { z } from 'zod';
import type { Pipeline } from './control.ts';
import { OperatorError } from '@frontage/model/operator-error';

export interface PipelineServerOptions {
  pipeline: Pick<Pipeline, 'publish' | 'rollback' | 'unpin' | 'repair' | 'live' | 'status'>;
  /** Shared with whoever sends hints: `whsec_…`. */
  secret: string;
  /** What the whole status is told for, as `Authorization: Bearer …`; without one nobody gets it. */
  statusToken?: string;
  /** Loopback unless told otherwise. */
  host?: string;
  /** 0 for any free one. */
  port: number;
  /** Hears of hints that were refused. */
  log?: (message: string) => void;
  /** How long a request may take to arrive, in milliseconds; 10 seconds unless told otherwise. */
  patience?: number;
}

export interface PipelineServer {
  port: number;
  stop(): Promise<void>;
}

interface Answer {
  status: number;
  body: unknown;
}

const largestBody = 64 * 1024;
const replayWindow = 10 * 60_000;
const tenSeconds = 10_000;

const rollbackOrder = z.strictObject({ id: z.string().min(1) });
// A signature does not say which hook it is for: what was signed as a hint must not pass for an order.
const unpinOrder = z.strictObject({});
const repairOrder = z.strictObject({ repair: z.literal(true) });

/**
 * Answers `POST /hooks/publish`, `/hooks/rollback`, `/hooks/unpin` and `/hooks/repair` (Standard Webhooks), `GET /healthz`
 * and `GET /status`. A hint is accepted before it is acted on: what becomes of it stands in the status. An operator's
 * orders are answered when they are carried out. Without its token the status tells no name and no reason.
 */
export async function startPipelineServer(options: PipelineServerOptions): Promise<PipelineServer> {
  const {
    pipeline,
    secret,
    statusToken,
    host = '127.0.0.1',
    port,
    log = () => undefined,
    patience = tenSeconds,
  } = options;
  const webhook = new Webhook(secret);
  const accepted = recentIds(replayWindow);

  const followHint = (payload: unknown): Answer => {
    const hint = publishHint.safeParse(payload);
    if (!hint.success) return { status: 400, body: { error: 'The body is not a publish hint' } };
    const { documents } = hint.data.data;
    pipeline.publish(documents).catch((error: unknown) => log(`A hint was not followed: ${String(error)}`));
    return { status: 202, body: { accepted: true, documents: documents.length } };
  };

  const rollBack = async (payload: unknown): Promise<Answer> => {
    const order = rollbackOrder.safeParse(payload);
    if (!order.success) return { status: 400, body: { error: 'The body names no release' } };
    return obey(() => pipeline.rollback(order.data.id));
  };

  const unpin = async (payload: unknown): Promise<Answer> => {
    if (!unpinOrder.safeParse(payload).success) return { status: 400, body: { error: 'The body is not empty' } };
    return obey(() => pipeline.unpin());
  };

  const repair = async (payload: unknown): Promise<Answer> => {
    if (!repairOrder.safeParse(payload).success) return { status: 400, body: { error: 'The body is no such order' } };
    return obey(() => pipeline.repair());
  };

  const mayKnowAll = ({ headers }: IncomingMessage): boolean =>
    statusToken !== undefined && isSame(headers.authorization ?? '', `Bearer ${statusToken}`);

  const statusFor = (request: IncomingMessage): unknown => {
    const status = pipeline.status();
    if (mayKnowAll(request)) return status;
    const { state, release, pinned, waiting, problems } = status;
    return { state, release, pinned, waiting, problems: problems.length };
  };

  const hooks: Record<string, (payload: unknown) => Answer | Promise<Answer>> = {
    '/hooks/publish': followHint,
    '/hooks/rollback': rollBack,
    '/hooks/unpin': unpin,
    '/hooks/repair': repair,
  };

  const receive = async (request: IncomingMessage, act: (payload: unknown) => Answer | Promise<Answer>) => {
    const body = await readBody(request);
    if (body === null) return { status: 413, body: { error: `A message has at most ${String(largestBody)} bytes` } };
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    let payload: unknown;
    try {
      payload = webhook.verify(body, headers);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError) && !(error instanceof SyntaxError)) throw error;
      log(`A message was refused: ${error.message}`);
      return { status: 401, body: { error: 'The signature is not valid' } };
    }
    // A repeated message is no error to its sender, who may not have seen the first answer.
    if (!accepted.add(String(headers['webhook-id']))) return { status: 202, body: { accepted: true, repeated: true } };
    return act(payload);
  };

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const hook = Object.hasOwn(hooks, path) ? hooks[path] : undefined;
    const allowed = hook ? 'POST' : { '/healthz': 'GET', '/status': 'GET' }[path];
    if (allowed === undefined) return { status: 404, body: { error: 'There is nothing here' } };
    if (request.method !== allowed) return { status: 405, body: { error: `Only ${allowed}` } };
    if (hook) return receive(request, hook);
    if (path === '/status') return { status: 200, body: statusFor(request) };
    const release = pipeline.live()?.id ?? null;
    return { status: release === null ? 503 : 200, body: { ok: release !== null, release } };
  };

  // Node looks for requests that take too long only so often.
  const limits = { requestTimeout: patience, headersTimeout: patience, connectionsCheckingInterval: patience / 10 };
  const server = createServer(limits, (request, response) => {
    answer(request)
      .catch((error: unknown): Answer => {
        log(`A request failed: ${String(error)}`);
        return { status: 500, body: { error: 'Something went wrong' } };
      })
      .then((reply) => send(response, reply))
      .catch(() => response.destroy());
  });
  await listen(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeIdleConnections();
      }),
  };
}

/** Carries an operator's order out; what stands against it is the answer. */
async function obey(order: () => Promise<unknown>): Promise<Answer> {
  try {
    return { status: 200, body: await order() };
  } catch (error) {
    return { status: 409, body: reasonOf(error) };
  }
}

const reasonOf = (error: unknown): { error: string; next?: string } => {
  if (error instanceof OperatorError) return { error: error.message, next: error.next };
  return { error: error instanceof Error ? error.message : String(error) };
};

function send(response: ServerResponse, { status, body }: Answer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // What was not read of a body that is too large must not be taken for the next request.
    ...(status === 413 ? { connection: 'close' } : {}),
  });
  response.end(text);
}

/** The body as text; null when it is too large. The connection stays open for the answer. */
function readBody(request: IncomingMessage): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = Number(request.headers['content-length'] ?? 0);
    if (size > largestBody) return resolve(null);
    size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= largestBody) return;
      request.removeAllListeners('data').pause();
      resolve(null);
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString()));
    request.on('error', reject);
  });
}

/** Compares texts in a time that says nothing of either. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** Remembers ids for `window` milliseconds, longer than a signature is valid. */
function recentIds(window: number): { add(id: string): boolean } {
  const seen = new Map<string, number>();
  return {
    add: (id) => {
      const now = performance.now();
      for (const [old, at] of seen) {
        if (now - at <= window) break;
        seen.delete(old);
      }
      if (seen.has(id)) return false;
      seen.set(id, now);
      return true;
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}
