import type { IncomingMessage, RequestListener } from 'node:http';
import express from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { functionHeaders } from '../forwarding.ts';
import { createGuardedServer } from '@frontage/firestore-server/guarded-server';
import { close, listen } from '../listen.ts';
import { describe } from '@frontage/firestore-server/log';
import type { Log } from '@frontage/firestore-server/log';
import type { HttpEndpoint } from './endpoints.ts';

export interface FunctionsOptions {
  project: string;
  host: string;
  /** 0 lets the OS choose. */
  port: number;
  endpoints: HttpEndpoint[];
  /** Secret shared with the hosting server, whose visitor addresses are trusted. */
  hopSecret?: string | undefined;
  log: Log;
}

export interface FunctionsService {
  port: number;
  stop(): Promise<void>;
}

const BODY_LIMIT = 32 * 1024 * 1024;

/** Serves callables and HTTP functions at `/{project}/{region}/{name}`. Rejects with PortTakenError. */
export async function startFunctions(options: FunctionsOptions): Promise<FunctionsService> {
  const guarded = { host: options.host, largestBody: BODY_LIMIT };
  const server = createGuardedServer(guarded, createFunctionsApp(options));
  const port = await listen(server, 'functions', options);
  return { port, stop: () => close(server) };
}

export function createFunctionsApp({
  project,
  endpoints,
  hopSecret,
  log,
}: Omit<FunctionsOptions, 'host' | 'port'>): RequestListener {
  const byPath = new Map(
    endpoints.flatMap((endpoint) =>
      endpoint.regions.map((region) => [`${project}/${region}/${endpoint.name}`, endpoint] as const),
    ),
  );
  const app = express();
  app.disable('x-powered-by');
  app.enable('trust proxy');
  app.use(find(byPath), ...readBody(), run(log));
  return (request, response) => {
    request.headers = functionHeaders(request, hopSecret);
    app(request as Request, response as Response, (error: unknown) => answerError(error, response as Response, log));
  };
}

interface Routed extends Request {
  endpoint?: HttpEndpoint;
  rawBody?: Buffer;
}

/** Finds the function before the body is read, so that requests for unknown functions are cheap. */
const find =
  (byPath: ReadonlyMap<string, HttpEndpoint>): RequestHandler =>
  (request: Routed, response, next) => {
    const [, path = '', rest = '', query = ''] =
      /^\/([^/?]*\/[^/?]*\/[^/?]*)(\/[^?]*)?(\?.*)?$/.exec(request.url) ?? [];
    const endpoint = byPath.get(path);
    if (endpoint === undefined) return sendError(response, 404, `No function is served at ${request.path}.`);
    request.endpoint = endpoint;
    request.url = `${rest === '' ? '/' : rest}${query}`;
    next();
  };

function readBody(): RequestHandler[] {
  const verify = (request: IncomingMessage, _response: unknown, bytes: Buffer): void => {
    (request as Routed).rawBody = bytes;
  };
  const common = { limit: BODY_LIMIT, verify };
  return [
    express.json(common),
    express.text(common),
    express.urlencoded({ ...common, extended: true }),
    express.raw({ ...common, type: () => true }),
  ];
}

const run =
  (log: Log): RequestHandler =>
  async (request: Routed, response) => {
    request.body ??= {};
    try {
      await request.endpoint?.handle(request, response);
    } catch (error) {
      log({ level: 'error', source: 'functions', message: `${request.endpoint?.name} failed: ${describe(error)}` });
      if (response.headersSent) response.destroy();
      else sendError(response, 500, 'INTERNAL');
    }
  };

/** Responds to an error that occurred before the function's call: an unreadable, oversized or truncated body. */
function answerError(error: unknown, response: Response, log: Log): void {
  const { status = 500, message = 'Bad Request' } = (error ?? { status: 404 }) as { status?: number; message?: string };
  const isCallers = status >= 400 && status < 500;
  if (!isCallers) log({ level: 'error', source: 'functions', message: describe(error) });
  if (response.headersSent) response.destroy();
  else sendError(response, isCallers ? status : 500, isCallers ? message : 'INTERNAL');
}

const STATUS_NAMES: Record<number, string> = { 404: 'NOT_FOUND', 413: 'OUT_OF_RANGE', 500: 'INTERNAL' };

/** Sends an error in the format of the client SDKs; any page may read it, because it contains no secrets. */
function sendError(response: Response, status: number, message: string): void {
  response
    .status(status)
    .set('access-control-allow-origin', '*')
    .json({ error: { status: STATUS_NAMES[status] ?? 'INVALID_ARGUMENT', message } });
}
