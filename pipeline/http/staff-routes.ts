import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { limits } from '@frontage/model/limits';
import { healthPaths, healthRequest } from '@frontage/model/health';
import { canReview } from '@frontage/model/permissions';
import {
  documentsPlanRequest,
  launchLookRequest,
  launchOpenRequest,
  launchPlanRequest,
  linksRequest,
  lookRequest,
  mediaUsesRequest,
  openRequest,
  planRequest,
  previewed,
  previewPaths,
  previewRequest,
  type OpenAnswer,
  type PlanRequest,
  type PreviewRequest,
} from '@frontage/model/preview';
import { redirectsRequest } from '@frontage/model/redirect';
import { listRequest, matchesRequest, searchRequest, staffIndexPaths } from '@frontage/model/staff-index';
import { refusals } from '@frontage/model/refusals';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { except } from 'hono/combine';
import { cors } from 'hono/cors';
import type { z } from 'zod';
import type { ProposedChange, ProposedLaunch } from '../preview/preview-content.ts';
import type { SiteHealth } from '../health/site-health.ts';
import {
  refusedTextMessage,
  type Answer,
  type Draft,
  type Previewed,
  type Previews,
  type Refused,
} from '../preview/previews.ts';
import type { IndexAnswer, StaffSearch } from '../staff-index/staff-index.ts';
import type { LinkedDrafts } from './preview-pages.ts';
import type { CheckRoles, ReadToken, StaffViewer, Tickets } from './staff-access.ts';
import type { RequestQueue } from './request-queue.ts';

export interface StaffRoutes {
  previews: Previews;
  index: StaffSearch;
  health: Pick<SiteHealth, 'report' | 'checkExternal'>;
  readToken: ReadToken;
  /** The origin of the admin, from which alone requests are accepted. */
  adminOrigin: string;
  tickets: Tickets;
  turns: RequestQueue;
  /** Null if launches are not available. */
  drafts: Pick<LinkedDrafts, 'launch'> | null;
  standing: CheckRoles;
  now: () => Date;
}

const invalidBody = 'Invalid request body.';
const crowded = 'Too many requests at once. Try again in a moment.';

type StaffEnv = { Variables: { viewer: StaffViewer } };

// The largest body and embed code, escaped as JSON, and the other fields of a form.
const largestBody = 4 * (limits.body + limits.embedCode);

// Firestore commits at most 10 MiB at once; escaped as JSON, they can be larger.
const largestDocuments = 32 * 1024 * 1024;

/** Staff requests: `POST /staff/…` with a token of `pipelineToken`, from the admin's origin alone. */
export function openStaffRoutes({
  previews,
  index,
  health,
  readToken,
  adminOrigin,
  tickets,
  turns,
  drafts,
  standing,
  now,
}: StaffRoutes) {
  const app = new Hono<StaffEnv>();

  app.use(
    '/staff/*',
    cors({ origin: adminOrigin, allowMethods: ['POST'], allowHeaders: ['authorization', 'content-type'], maxAge: 600 }),
  );
  app.use('/staff/*', async (c, next) => {
    const { origin = adminOrigin, authorization = '' } = c.req.header();
    if (origin !== adminOrigin) return refuseUnread(c, 403, 'Only the admin may send this request.');
    const [, token = ''] = /^Bearer ([\w.-]+)$/.exec(authorization) ?? [];
    const holder = readToken(token, now());
    if (holder === null) return refuseUnread(c, 401, refusals.notAuthenticated.message);
    const { uid, roles, signed_in_at: signedInAt, used_second_factor: usedSecondFactor } = holder;
    const viewer = await standing({ uid, roles, session: { signedInAt, usedSecondFactor } });
    // A new token carries the current roles.
    if (viewer.roles.length === 0) return refuseUnread(c, 401, refusals.notAuthenticated.message);
    c.set('viewer', viewer);
    return next();
  });
  const limitBody = (maxSize: number) =>
    bodyLimit({ maxSize, onError: (c) => refuseUnread(c, 413, 'The request is too large.') });
  app.use(previewPaths.documents, limitBody(largestDocuments));
  app.use('/staff/*', except(previewPaths.documents, limitBody(largestBody)));

  /** Handles requests whose body matches the schema, in the turn of their user. */
  const handle =
    <Schema extends z.ZodType, Value extends object>(schema: Schema, respond: Answering<Schema, Value>) =>
    async (c: Context<StaffEnv>): Promise<Response> => {
      const text = await c.req.text();
      if (!isBounded(text)) return refuse(c, 413, 'The request has too many values.');
      const body = schema.safeParse(parseJson(text));
      if (!body.success) return refuse(c, 400, invalidBody);
      const { viewer } = c.var;
      // A slow request must not delay previews while typing.
      const answer = await turns.take(`${String(viewer.uid)} ${c.req.path}`, () => respond(body.data, viewer, c));
      if (answer === 'replaced') return refuse(c, 429, refusals.tooManyAttempts.message);
      if (answer === 'crowded') return refuse(c, 503, crowded);
      if (answer.ok) return isSerialized(answer.value) ? sendJson(c, answer.value) : c.json(answer.value);
      if (answer.reason === 'text') return refuse(c, 422, refusedTextMessage(answer));
      const { status, message } = refusedWith[answer.reason];
      return refuse(c, status, message);
    };

  app.post(
    previewPaths.preview,
    handle(previewRequest, (body, viewer) => previews.draw(draftOf(body), body.path ?? null, viewer)),
  );
  app.post(
    previewPaths.plan,
    handle(planRequest, (body, viewer) => previews.plan(proposalOf(body), viewer)),
  );
  app.post(
    previewPaths.redirects,
    handle(redirectsRequest, ({ redirects }, viewer) => previews.planRedirects(redirects, viewer)),
  );
  app.post(
    previewPaths.documents,
    handle(documentsPlanRequest, ({ documents }, viewer) => previews.planDocuments(documents, viewer)),
  );
  app.post(
    previewPaths.look,
    handle(lookRequest, (body, viewer) => previews.look(proposalOf(body), body.path, viewer)),
  );
  const open = async (previewed: Previewed, viewer: StaffViewer, c: Context<StaffEnv>): Promise<Answer<OpenAnswer>> => {
    const address = await previews.addressOf(previewed, viewer);
    if (address === null) return { ok: false, reason: 'guarded' };
    if (typeof address !== 'string') return address;
    const { protocol, host } = new URL(c.req.url);
    const scheme = c.req.header('x-forwarded-proto') === 'https' ? 'https:' : protocol;
    const url = `${scheme}//${host}${previewPaths.opened}/${tickets.issue({ previewed, viewer }, now())}`;
    return { ok: true, value: { url } };
  };
  app.post(
    previewPaths.open,
    handle(openRequest, (body, viewer, c) => open(draftOf(body), viewer, c)),
  );

  const withLaunch = async <Value>(
    id: string,
    respond: (launch: ProposedLaunch) => Answer<Value> | Promise<Answer<Value>>,
  ): Promise<Answer<Value>> => {
    const launch = (await drafts?.launch(id)) ?? null;
    return launch === null ? { ok: false, reason: 'unknown' } : respond(launch);
  };
  app.post(
    previewPaths.launchPlan,
    handle(launchPlanRequest, (body, viewer) => withLaunch(body.launch, (launch) => previews.plan(launch, viewer))),
  );
  app.post(
    previewPaths.launchLook,
    handle(launchLookRequest, (body, viewer) =>
      withLaunch(body.launch, (launch) => previews.look(launch, body.path, viewer)),
    ),
  );
  app.post(
    previewPaths.launchOpen,
    handle(launchOpenRequest, (body, viewer, c) => withLaunch(body.launch, (launch) => open(launch, viewer, c))),
  );
  app.post(
    previewPaths.links,
    handle(linksRequest, ({ collection, id }) =>
      Promise.resolve({ ok: true, value: { links: previews.links(previewed[collection], id) } }),
    ),
  );
  app.post(
    healthPaths.read,
    handle(healthRequest, () => Promise.resolve({ ok: true, value: health.report() })),
  );
  app.post(
    healthPaths.external,
    handle(healthRequest, (_, viewer) =>
      Promise.resolve(
        canReview(viewer) ? { ok: true, value: health.checkExternal() } : { ok: false, reason: 'guarded' },
      ),
    ),
  );
  app.post(
    previewPaths.media,
    handle(mediaUsesRequest, () => Promise.resolve({ ok: true, value: { uses: previews.mediaUses() } })),
  );
  app.post(
    staffIndexPaths.search,
    handle(searchRequest, (body) => index.search(body)),
  );
  app.post(
    staffIndexPaths.matches,
    handle(matchesRequest, (body) => index.matches(body)),
  );
  app.post(
    staffIndexPaths.list,
    handle(listRequest, (body) => index.list(body)),
  );
  return app;
}

// More than the fields of the largest batch of documents.
const mostValues = 100_000;
const mostLevels = 50;

/**
 * Whether a JSON text has a bounded number of values and levels. Counts before anything is parsed: checking millions of
 * values against a schema takes seconds, and checking deep ones overflows the stack.
 */
function isBounded(text: string): boolean {
  let values = 0;
  let level = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (isInText) {
      if (char === '\\') at += 1;
      else if (char === '"') isInText = false;
    } else if (char === '"') isInText = true;
    else if (char === '{' || char === '[') {
      level += 1;
      values += 1;
    } else if (char === ',') values += 1;
    else if (char === '}' || char === ']') level -= 1;
    if (values > mostValues || level > mostLevels) return false;
  }
  return true;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Answering<Schema extends z.ZodType, Value extends object> = (
  body: z.output<Schema>,
  viewer: StaffViewer,
  c: Context<StaffEnv>,
) => Promise<Answer<Value> | IndexAnswer<Value>>;

const refusedWith = {
  unknown: { status: 404, message: 'This does not exist.' },
  guarded: { status: 403, message: refusals.notAllowed.message },
  'no page': { status: 404, message: 'There is no page at this address.' },
  unavailable: { status: 503, message: 'The index is not ready yet. Try again in a moment.' },
  broken: { status: 422, message: 'The page cannot be rendered with these values.' },
} as const satisfies Record<Refused | 'unavailable', { status: number; message: string }>;

const isSerialized = (value: object): value is Uint8Array<ArrayBuffer> => value instanceof Uint8Array;

const compress = promisify(gzip);
// Smaller ones take one or two packets anyway.
const compressFrom = 2_000;
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Sends serialized JSON. Compressing a long list takes longer than sending it to a browser on this machine. */
async function sendJson(c: Context<StaffEnv>, json: Uint8Array<ArrayBuffer>): Promise<Response> {
  c.header('content-type', 'application/json');
  const { 'accept-encoding': accepted = '', 'x-forwarded-for': forwarded } = c.req.header();
  const isLocal = forwarded === undefined && loopback.includes(new URL(c.req.url).hostname);
  if (isLocal || json.length < compressFrom || !/\bgzip\b/.test(accepted)) return c.body(json);
  c.header('content-encoding', 'gzip');
  // The fastest level, because the list of a large site is sent once and then its changes.
  return c.body(new Uint8Array(await compress(json, { level: 1 })));
}

const refuse = (
  c: Pick<Context, 'json'>,
  status: 400 | 401 | 403 | 404 | 413 | 422 | 429 | 503,
  message: string,
): Response => c.json({ message }, status);

/** Refuses a request before its body is read. Closes the connection, so that the body is not parsed as a request. */
function refuseUnread(c: Pick<Context, 'json' | 'header'>, status: 401 | 403 | 413, message: string): Response {
  c.header('connection', 'close');
  return refuse(c, status, message);
}

const draftOf = ({ collection, id, data }: Pick<PreviewRequest, 'collection' | 'id' | 'data'>): Draft => ({
  what: previewed[collection],
  id,
  data,
});

const proposalOf = ({ collection, id, action, data }: PlanRequest): ProposedChange => ({
  what: previewed[collection],
  id,
  action,
  data,
});
