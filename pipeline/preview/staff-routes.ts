import { limits } from '@frontage/model/limits';
import type { Viewer } from '@frontage/model/permissions';
import {
  linksRequest,
  lookRequest,
  openRequest,
  planRequest,
  previewed,
  previewPaths,
  previewRequest,
  type PlanRequest,
  type PreviewRequest,
} from '@frontage/model/preview';
import { refusals } from '@frontage/model/refusals';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { z } from 'zod';
import type { Deed } from './lay-draft.ts';
import type { Answer, Draft, Previews, Refused } from './previews.ts';
import type { Tickets } from './tickets.ts';
import type { ReadToken } from './staff-token.ts';

export interface StaffRoutes {
  previews: Previews;
  readToken: ReadToken;
  /** Where staff ask from. */
  adminOrigin: string;
  tickets: Tickets;
  now: () => Date;
}

const noQuestion = 'This is no such question.';

type Asked = { Variables: { viewer: Viewer } };

// A body and its embed code, escaped as JSON, and the rest of a form.
const largestQuestion = 4 * (limits.body + limits.embedCode);

/** What the pipeline answers staff: `POST /staff/…` with a token of `pipelineToken`, from the back office alone. */
export function openStaffRoutes({ previews, readToken, adminOrigin, tickets, now }: StaffRoutes) {
  const app = new Hono<Asked>();

  app.use(
    '/staff/*',
    cors({ origin: adminOrigin, allowMethods: ['POST'], allowHeaders: ['authorization', 'content-type'], maxAge: 600 }),
  );
  app.use('/staff/*', async (c, next) => {
    const { origin = adminOrigin, authorization = '' } = c.req.header();
    if (origin !== adminOrigin) return refuse(c, 403, 'Only the back office may ask this.');
    const [, token = ''] = /^Bearer ([\w.-]+)$/.exec(authorization) ?? [];
    const holder = readToken(token, now());
    if (holder === null) return refuse(c, 401, refusals.notAuthenticated.message);
    c.set('viewer', { uid: holder.uid, roles: holder.roles });
    return next();
  });
  app.use('/staff/*', bodyLimit({ maxSize: largestQuestion, onError: (c) => refuse(c, 413, 'This is too long.') }));

  app.post(
    previewPaths.preview,
    asked(previewRequest, (question, viewer) => previews.draw(draftOf(question), question.path ?? null, viewer)),
  );
  app.post(
    previewPaths.plan,
    asked(planRequest, (question, viewer) => previews.plan(deedOf(question), viewer)),
  );
  app.post(
    previewPaths.look,
    asked(lookRequest, (question, viewer) => previews.look(deedOf(question), question.path, viewer)),
  );
  app.post(previewPaths.open, async (c) => {
    const question = openRequest.safeParse(await c.req.json().catch(() => null));
    if (!question.success) return refuse(c, 400, noQuestion);
    const { viewer } = c.var;
    const draft = draftOf(question.data);
    if (previews.addressOf(draft, viewer) === null) return refuse(c, 403, refusals.notAllowed.message);
    const { protocol, host } = new URL(c.req.url);
    const scheme = c.req.header('x-forwarded-proto') === 'https' ? 'https:' : protocol;
    return c.json({ url: `${scheme}//${host}${previewPaths.opened}/${tickets.issue({ draft, viewer }, now())}` });
  });
  app.post(
    previewPaths.links,
    asked(linksRequest, ({ collection, id }) =>
      Promise.resolve({ ok: true as const, value: { links: previews.links(previewed[collection], id) } }),
    ),
  );
  return app;
}

/** Answers a question that fits its schema. */
function asked<Schema extends z.ZodType, Value extends object>(
  schema: Schema,
  answer: (question: z.output<Schema>, viewer: Viewer) => Promise<Answer<Value>>,
) {
  return async (c: Context<Asked>): Promise<Response> => {
    const question = schema.safeParse(await c.req.json().catch(() => null));
    if (!question.success) return refuse(c, 400, noQuestion);
    const answered = await answer(question.data, c.var.viewer);
    if (answered.ok) return c.json(answered.value);
    const { status, message } = refusedWith[answered.reason];
    return refuse(c, status, message);
  };
}

const refusedWith = {
  unknown: { status: 404, message: 'This does not exist.' },
  guarded: { status: 403, message: refusals.notAllowed.message },
  'no page': { status: 404, message: 'There is no page at this address.' },
  broken: { status: 422, message: 'The page cannot be drawn with what is typed.' },
} as const satisfies Record<Refused, { status: number; message: string }>;

const refuse = (c: Pick<Context, 'json'>, status: 400 | 401 | 403 | 404 | 413 | 422, message: string): Response =>
  c.json({ message }, status);

const draftOf = ({ collection, id, data }: Pick<PreviewRequest, 'collection' | 'id' | 'data'>): Draft => ({
  what: previewed[collection],
  id,
  data,
});

const deedOf = ({ collection, id, action, data }: PlanRequest): Deed => ({
  what: previewed[collection],
  id,
  action,
  data,
});
