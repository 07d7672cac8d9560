import { createHash, timingSafeEqual } from 'node:crypto';
import { messageOf } from '@frontage/model/messages';
import { OperatorError } from '@frontage/model/operator-error';
import { publishHint } from '@frontage/model/webhook';
import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { z } from 'zod';
import type { Previews } from '../preview/previews.ts';
import type { Pipeline } from '../engine/pipeline-interface.ts';
import { metricsType } from '../status/metrics.ts';
import { type LinkedDrafts, openPageRoutes } from './preview-pages.ts';
import { openRoleCheck, openTickets, openTokens, type ReadAccount, trustToken } from './staff-access.ts';
import { createRequestQueue } from './request-queue.ts';
import { openFrameRoutes } from './frame-routes.ts';
import { openStaffRoutes, type StaffRoutes } from './staff-routes.ts';

export interface ReceiverOptions {
  pipeline: Pick<Pipeline, 'publish' | 'rollback' | 'unpin' | 'repair' | 'live' | 'status' | 'metrics'>;
  /** Processes hints instead of `pipeline.publish`. */
  publish?: Pipeline['publish'];
  /** Shared with the senders of hints: `whsec_…`. */
  secret: string;
  /** The token for status details and metrics (`Authorization: Bearer …`). Without a token they are unavailable. */
  statusToken?: string;
  /** Settings for requests of staff and for preview links. Without them, those routes do not exist. */
  staff?: {
    previews: Previews;
    index: StaffRoutes['index'];
    health: StaffRoutes['health'];
    adminOrigin: string;
    /** Finds the drafts that preview links show; null if there are no preview links. */
    drafts: LinkedDrafts | null;
    /** The site's response headers. */
    siteHeaders: Readonly<Record<string, string>>;
    /** Reads accounts of staff; without it the token's roles count. */
    accounts?: ReadAccount;
  };
  /** Number of connections that the server has accepted so far. */
  connections?: () => number;
  /** Receives messages about refused hints and failed requests. */
  log?: (message: string) => void;
}

const largestBody = 64 * 1024;
// Longer than a signature is valid.
const replayWindow = 10 * 60_000;

const rollbackOrder = z.strictObject({ id: z.string().min(1) });
// A signature does not name its hook: a message signed as a hint must not pass as an operator command.
const unpinOrder = z.strictObject({});
const repairOrder = z.strictObject({ repair: z.literal(true) });

type Signed = { Variables: { payload: unknown; id: string } };

/**
 * Receives `POST /hooks/publish`, `/hooks/rollback`, `/hooks/unpin` and `/hooks/repair` (Standard Webhooks), `GET
 * /healthz`, `GET /status` and `GET /metrics`. A hint is accepted before it is processed; its result is in the status.
 * Operator commands are answered when they are done. Without the status token, the status contains no names and
 * reasons, and metrics are refused. Staff requests are in `staff-routes.ts`, the preview frame in `frame-routes.ts`.
 */
export function openReceiver(options: ReceiverOptions) {
  const { pipeline, secret, statusToken, staff, connections, log = () => undefined } = options;
  const { publish = (...hint) => pipeline.publish(...hint) } = options;
  const signed = checkSignature(secret, log);
  const turns = createRequestQueue(connections);
  const app = new Hono();
  const hasStatusToken = (c: Context): boolean =>
    statusToken !== undefined && isSame(c.req.header('authorization'), `Bearer ${statusToken}`);

  app.use(async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
    c.header('x-content-type-options', 'nosniff');
    c.header('x-robots-tag', 'noindex');
  });

  app.post('/hooks/publish', signed, (c) => {
    const hint = publishHint.safeParse(c.var.payload);
    if (!hint.success) return c.json({ error: 'The body is not a publish hint' }, 400);
    const { documents, bulk } = hint.data.data;
    const published = publish(documents, c.var.id, bulk);
    turns.yieldTo(published);
    published.catch((error: unknown) => log(`A hint could not be processed: ${String(error)}`));
    return c.json({ accepted: true, documents: documents.length }, 202);
  });

  app.post('/hooks/rollback', signed, async (c) => {
    const order = rollbackOrder.safeParse(c.var.payload);
    if (!order.success) return c.json({ error: 'The body must name a release' }, 400);
    return runCommand(c, () => pipeline.rollback(order.data.id));
  });

  app.post('/hooks/unpin', signed, async (c) => {
    if (!unpinOrder.safeParse(c.var.payload).success) return c.json({ error: 'The body is not empty' }, 400);
    return runCommand(c, () => pipeline.unpin());
  });

  app.post('/hooks/repair', signed, async (c) => {
    if (!repairOrder.safeParse(c.var.payload).success) return c.json({ error: 'Invalid request body.' }, 400);
    return runCommand(c, () => pipeline.repair());
  });

  app.get('/healthz', (c) => {
    const release = pipeline.live()?.id ?? null;
    return c.json({ ok: release !== null, release }, release === null ? 503 : 200);
  });

  app.get('/status', (c) => {
    const status = pipeline.status();
    if (hasStatusToken(c)) return c.json(status);
    const { state, release, pinned, waiting, problems } = status;
    return c.json({ state, release, pinned, waiting, problems: problems.length });
  });

  app.get('/metrics', async (c) => {
    if (!hasStatusToken(c)) return c.json({ error: 'Requires STATUS_TOKEN' }, 401, { 'www-authenticate': 'Bearer' });
    return c.body(await pipeline.metrics(), 200, { 'content-type': metricsType });
  });

  if (staff) {
    const now = () => new Date();
    const standing = staff.accounts ? openRoleCheck(staff.accounts) : trustToken;
    const previewOptions = { ...staff, tickets: openTickets(), turns, standing, now };
    app.route('/', openStaffRoutes({ ...previewOptions, readToken: openTokens(secret) }));
    app.route('/', openPageRoutes(previewOptions));
    app.route('/', openFrameRoutes(staff));
  }

  for (const { path, method } of [...app.routes]) {
    if (method !== 'ALL' && path !== '/*')
      app.all(path, (c) => c.json({ error: `Only ${method}` }, 405, { allow: method }));
  }
  app.notFound((c) => c.json({ error: 'There is nothing here' }, 404));
  app.onError((error, c) => {
    log(`A request failed: ${String(error)}`);
    return c.json({ error: 'Something went wrong' }, 500);
  });
  return app;
}

/**
 * Verifies the signature of a message and sets its parsed payload and id. A repeated message is not processed again.
 */
function checkSignature(secret: string, log: (message: string) => void) {
  const webhook = new Webhook(secret);
  const accepted = openRecentIds(replayWindow);
  return createMiddleware<Signed>(async (c, next) => {
    const body = await readBody(c.req.raw);
    if (body === null) {
      // The unread rest of the body must not be parsed as the next request.
      const error = `A message has at most ${String(largestBody)} bytes`;
      return c.json({ error }, 413, { connection: 'close' });
    }
    try {
      c.set('payload', webhook.verify(body, c.req.header()));
    } catch (error) {
      if (!(error instanceof WebhookVerificationError) && !(error instanceof SyntaxError)) throw error;
      log(`A message was refused: ${error.message}`);
      return c.json({ error: 'The signature is not valid' }, 401);
    }
    // A repeated message is not an error: the sender may not have received the first response.
    c.set('id', c.req.header('webhook-id') ?? '');
    if (!accepted.add(c.var.id)) return c.json({ accepted: true, repeated: true }, 202);
    return next();
  });
}

/** The body as text; null when it is too large. */
async function readBody({ headers, body }: Request): Promise<string | null> {
  if (Number(headers.get('content-length') ?? 0) > largestBody) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > largestBody) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Runs an operator command and responds with its result, or with status 409 and the reason if it fails. */
async function runCommand(c: Context, order: () => Promise<object>): Promise<Response> {
  try {
    return c.json(await order(), 200);
  } catch (error) {
    if (error instanceof OperatorError) return c.json({ error: error.message, next: error.next }, 409);
    return c.json({ error: messageOf(error) }, 409);
  }
}

/** Compares two texts in constant time. */
function isSame(left = '', right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** Stores ids for `window` milliseconds, to detect repeated messages. */
interface RecentIds {
  /** Stores an id. Returns false if it is already stored. */
  add(id: string): boolean;
}

function openRecentIds(window: number): RecentIds {
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
