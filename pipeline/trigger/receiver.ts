import { createHash, timingSafeEqual } from 'node:crypto';
import { messageOf } from '@frontage/model/message-of';
import { OperatorError } from '@frontage/model/operator-error';
import { publishHint } from '@frontage/model/webhook';
import { Hono, type Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { z } from 'zod';
import type { Previews } from '../preview/previews.ts';
import type { LinkedDrafts } from '../preview/linked-drafts.ts';
import { openPageRoutes } from '../preview/page-routes.ts';
import { believeAll, openStanding, type ReadStanding } from '../preview/standing.ts';
import { openTickets } from '../preview/tickets.ts';
import { openTurns } from '../preview/turns.ts';
import { openFrameRoutes } from '../preview/frame-routes.ts';
import { openStaffRoutes } from '../preview/staff-routes.ts';
import { openTokens } from '../preview/staff-token.ts';
import type { Pipeline } from './control.ts';
import { metricsType } from './metrics.ts';
import { openRecentIds } from './recent-ids.ts';

export interface ReceiverOptions {
  pipeline: Pick<Pipeline, 'publish' | 'rollback' | 'unpin' | 'repair' | 'live' | 'status' | 'metrics'>;
  /** Shared with whoever sends hints: `whsec_…`. */
  secret: string;
  /** What the whole status and the metrics are told for, as `Authorization: Bearer …`; without one nobody gets them. */
  statusToken?: string;
  /** What staff ask, and where they ask it from; without it nobody is answered. */
  staff?: {
    previews: Previews;
    adminOrigin: string;
    /** Drafts that links show; null where there are no links. */
    drafts: LinkedDrafts | null;
    /** What the site is served with, by header. */
    siteHeaders: Readonly<Record<string, string>>;
    /** Who staff are by now; without it they are who they were when they were given their tokens. */
    accounts?: ReadStanding;
  };
  /** How many connections have been taken, where it is served. */
  connections?: () => number;
  /** Hears of hints that were refused. */
  log?: (message: string) => void;
}

const largestBody = 64 * 1024;
// Longer than a signature is valid.
const replayWindow = 10 * 60_000;

const rollbackOrder = z.strictObject({ id: z.string().min(1) });
// A signature does not say which hook it is for: what was signed as a hint must not pass for an order.
const unpinOrder = z.strictObject({});
const repairOrder = z.strictObject({ repair: z.literal(true) });

type Signed = { Variables: { payload: unknown; id: string } };

/**
 * Receives `POST /hooks/publish`, `/hooks/rollback`, `/hooks/unpin` and `/hooks/repair` (Standard Webhooks), `GET /healthz`,
 * `GET /status` and `GET /metrics`. A hint is accepted before it is acted on: what becomes of it stands in the status. An
 * operator's orders are answered when they are carried out. Without its token the status tells no name and no reason, and
 * there are no metrics. What staff are answered before they publish, and the frame it is shown in, stand in `preview/`.
 */
export function openReceiver(options: ReceiverOptions) {
  const { pipeline, secret, statusToken, staff, connections, log = () => undefined } = options;
  const signed = checkSignature(secret, log);
  const turns = openTurns(connections);
  const app = new Hono();
  const mayKnowAll = (c: Context): boolean =>
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
    const { documents } = hint.data.data;
    const publish = pipeline.publish(documents, c.var.id);
    turns.giveWayTo(publish);
    publish.catch((error: unknown) => log(`A hint was not followed: ${String(error)}`));
    return c.json({ accepted: true, documents: documents.length }, 202);
  });

  app.post('/hooks/rollback', signed, async (c) => {
    const order = rollbackOrder.safeParse(c.var.payload);
    if (!order.success) return c.json({ error: 'The body names no release' }, 400);
    return obey(c, () => pipeline.rollback(order.data.id));
  });

  app.post('/hooks/unpin', signed, async (c) => {
    if (!unpinOrder.safeParse(c.var.payload).success) return c.json({ error: 'The body is not empty' }, 400);
    return obey(c, () => pipeline.unpin());
  });

  app.post('/hooks/repair', signed, async (c) => {
    if (!repairOrder.safeParse(c.var.payload).success) return c.json({ error: 'The body is no such order' }, 400);
    return obey(c, () => pipeline.repair());
  });

  app.get('/healthz', (c) => {
    const release = pipeline.live()?.id ?? null;
    return c.json({ ok: release !== null, release }, release === null ? 503 : 200);
  });

  app.get('/status', (c) => {
    const status = pipeline.status();
    if (mayKnowAll(c)) return c.json(status);
    const { state, release, pinned, waiting, problems } = status;
    return c.json({ state, release, pinned, waiting, problems: problems.length });
  });

  app.get('/metrics', async (c) => {
    if (!mayKnowAll(c)) return c.json({ error: 'STATUS_TOKEN opens this' }, 401, { 'www-authenticate': 'Bearer' });
    return c.body(await pipeline.metrics(), 200, { 'content-type': metricsType });
  });

  if (staff) {
    const now = () => new Date();
    const standing = staff.accounts ? openStanding(staff.accounts, now) : believeAll;
    const asked = { ...staff, tickets: openTickets(), turns, standing, now };
    app.route('/', openStaffRoutes({ ...asked, readToken: openTokens(secret) }));
    app.route('/', openPageRoutes(asked));
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

/** Lets signed messages through, each once, with what they say. */
function checkSignature(secret: string, log: (message: string) => void) {
  const webhook = new Webhook(secret);
  const accepted = openRecentIds(replayWindow);
  return createMiddleware<Signed>(async (c, next) => {
    const body = await readBody(c.req.raw);
    if (body === null) {
      // What was not read of the body must not be taken for the next request.
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
    // A repeated message is no error to its sender, who may not have seen the first response.
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

/** Carries an operator's order out; what stands against it is the response. */
async function obey(c: Context, order: () => Promise<object>): Promise<Response> {
  try {
    return c.json(await order(), 200);
  } catch (error) {
    if (error instanceof OperatorError) return c.json({ error: error.message, next: error.next }, 409);
    return c.json({ error: messageOf(error) }, 409);
  }
}

/** Compares texts in a time that says nothing of either. */
function isSame(left = '', right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
