import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { publishHint } from '@frontage/model/webhook';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { openReplayGuard } from './replay-guard.ts';
import type { Pipeline } from './pipeline.ts';

export interface PipelineServerOptions {
  pipeline: Pipeline;
  /** Standard Webhooks secret: `whsec_` and base64. */
  secret: string;
  /** Loopback unless the operator says otherwise. */
  host: string;
  /** 0 lets the OS choose. */
  port: number;
}

const bodyLimit = 64 * 1024;

const rollbackOrder = z.object({ id: z.string().min(1) });

interface Answer {
  status: number;
  body: object;
}

/**
 * The pipeline's HTTP face: `POST /hooks/publish`, `/hooks/rollback` and `/hooks/unpin` signed by Standard Webhooks
 * (https://www.standardwebhooks.com), `GET /healthz` and `GET /status`.
 */
export async function startPipelineServer(options: PipelineServerOptions) {
  const { pipeline, host, port } = options;
  const webhook = new Webhook(options.secret);
  const replays = openReplayGuard();

  const hooks: Record<string, (payload: unknown) => Promise<Answer>> = {
    '/hooks/publish': (payload) => {
      const hint = publishHint.safeParse(payload);
      if (!hint.success) return Promise.resolve(refuse(422, z.prettifyError(hint.error)));
      // The caller is told that the hint is taken, not that it is live: a failing publish is tried again here.
      void pipeline.publish(hint.data.data.documents);
      return Promise.resolve({ status: 202, body: { accepted: hint.data.data.documents.length } });
    },
    '/hooks/rollback': async (payload) => {
      const order = rollbackOrder.safeParse(payload);
      if (!order.success) return refuse(422, z.prettifyError(order.error));
      return { status: 200, body: await pipeline.rollback(order.data.id) };
    },
    '/hooks/unpin': async () => ({ status: 200, body: await pipeline.unpin() }),
  };

  const answerHook = async (request: IncomingMessage, run: (payload: unknown) => Promise<Answer>): Promise<Answer> => {
    const body = await readBody(request);
    if (body === null) return refuse(413, `The body is larger than ${bodyLimit} bytes`);
    const id = request.headers['webhook-id'];
    let payload: unknown;
    try {
      payload = webhook.verify(body, request.headers as Record<string, string>);
    } catch {
      return refuse(401, 'The signature, its time or its headers do not hold');
    }
    if (typeof id !== 'string' || !replays.isNew(id)) return refuse(409, 'This message was taken before');
    try {
      return await run(payload);
    } catch (error) {
      replays.forget(id);
      return refuse(500, error instanceof Error ? error.message : String(error));
    }
  };

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    if (request.method === 'GET' && path === '/healthz') return { status: 200, body: { ok: true } };
    if (request.method === 'GET' && path === '/status') return { status: 200, body: pipeline.status() };
    const hook = Object.hasOwn(hooks, path) ? hooks[path] : undefined;
    if (!hook) return refuse(404, `There is nothing at ${path}`);
    return request.method === 'POST' ? answerHook(request, hook) : refuse(405, `${path} takes POST`);
  };

  const server = createServer((request, response) => {
    answer(request)
      .catch((error: unknown) => refuse(500, error instanceof Error ? error.message : String(error)))
      .then((result) => send(response, result));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const refuse = (status: number, message: string): Answer => ({ status, body: { error: message } });

function send(response: ServerResponse, { status, body }: Answer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(`${text}\n`);
}

/** The whole body; null when it is larger than a hint can be. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest is read and dropped, so that the caller gets to see the answer.
    if (size <= bodyLimit) chunks.push(chunk);
    if (size > 16 * bodyLimit) return null;
  }
  return size > bodyLimit ? null : Buffer.concat(chunks).toString('utf8');
}
