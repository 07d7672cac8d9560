import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe } from './log.ts';
import { callerOf } from './caller.ts';
import type { Call, Engine } from './engine.ts';
import { fromJson, toJson } from './json.ts';
import { limits } from './limits.ts';
import { streamingOperations, unaryOperations } from './operations.ts';
import { service } from './proto.ts';
import { explainFileError } from './damaged-file.ts';
import { invalid, Refusal, refuse, statusCodes, statusOf } from './status.ts';
import type { Status } from './status.ts';

/** The operation of an HTTP request, and its request message as JSON. */
export interface Route {
  operation: string;
  request: Record<string, unknown>;
}

const verbs: Record<string, string> = {
  batchGet: 'BatchGetDocuments',
  batchWrite: 'BatchWrite',
  beginTransaction: 'BeginTransaction',
  commit: 'Commit',
  executePipeline: 'ExecutePipeline',
  listCollectionIds: 'ListCollectionIds',
  partitionQuery: 'PartitionQuery',
  rollback: 'Rollback',
  runAggregationQuery: 'RunAggregationQuery',
  runQuery: 'RunQuery',
};

const onDatabase = new Set(['batchGet', 'batchWrite', 'beginTransaction', 'commit', 'executePipeline', 'rollback']);

/** Source: the `google.api.http` annotations of the Firestore service. */
export function route(method: string, url: string, body: Record<string, unknown>): Route {
  const [rawPath = '', rawQuery = ''] = url.split(/\?(.*)/s);
  const { path, verb } = splitVerb(rawPath);
  const match = /^\/v1\/(projects\/[^/]+\/databases\/[^/]+)\/documents(?:\/(.*))?$/s.exec(path);
  if (match === null) return notFound(method, rawPath);
  const [, database = '', below = ''] = match;
  const segments = below === '' ? [] : below.split('/');
  const name = [database, 'documents', ...segments].join('/');
  if (verb !== '') {
    const operation = verbs[verb] ?? '';
    if (method !== 'POST') return notFound(method, rawPath);
    return { operation, request: { ...body, ...(onDatabase.has(verb) ? { database } : { parent: name }) } };
  }
  const query = queryParameters(rawQuery);
  const collection = { parent: name.slice(0, name.lastIndexOf('/')), collectionId: segments.at(-1) };
  const isDocument = segments.length > 0 && segments.length % 2 === 0;
  if (segments.length === 0) return notFound(method, rawPath);
  switch (method) {
    case 'GET':
      return isDocument
        ? { operation: 'GetDocument', request: { ...query, name } }
        : { operation: 'ListDocuments', request: { ...query, ...collection } };
    case 'POST':
      if (isDocument) break;
      return { operation: 'CreateDocument', request: { ...query, ...collection, document: body } };
    case 'PATCH':
      if (!isDocument) break;
      return { operation: 'UpdateDocument', request: { ...query, document: { ...body, name } } };
    case 'DELETE':
      if (!isDocument) break;
      return { operation: 'DeleteDocument', request: { ...query, name } };
    default:
      break;
  }
  return notFound(method, rawPath);
}

function notFound(method: string, path: string): never {
  return refuse('NOT_FOUND', `No method is served at ${method} ${path}.`);
}

/** The verb follows the last colon that is not percent-encoded; document ids may contain colons. */
function splitVerb(raw: string): { path: string; verb: string } {
  const colon = raw.lastIndexOf(':');
  const verb = colon > raw.lastIndexOf('/') ? raw.slice(colon + 1) : '';
  const known = Object.hasOwn(verbs, verb);
  return { path: decode(known ? raw.slice(0, colon) : raw), verb: known ? verb : '' };
}

function decode(raw: string): string {
  try {
    return raw
      .split('/')
      .map((segment) => {
        const decoded = decodeURIComponent(segment);
        if (decoded.includes('/')) invalid(`Resource id "${decoded}" is invalid because it contains "/".`);
        return decoded;
      })
      .join('/');
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return invalid('The address is not properly percent-encoded.');
  }
}

/** General parameters of Google APIs, which this API ignores. */
const common = new Set([
  '$alt',
  'alt',
  'key',
  'prettyPrint',
  '$prettyPrint',
  'access_token',
  'quotaUser',
  '$httpHeaders',
]);

/** `mask.fieldPaths=a&mask.fieldPaths=b` → `{mask: {fieldPaths: ['a', 'b']}}`. */
function queryParameters(raw: string): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const parameters = new URLSearchParams(raw);
  for (const key of new Set(parameters.keys())) {
    if (common.has(key)) continue;
    const [head = '', ...rest] = key.split('.');
    const values = parameters.getAll(key);
    const value: unknown = values.length === 1 ? values[0] : values;
    if (rest.length === 0) result[head] = value;
    else result[head] = { ...(result[head] as object | undefined), [rest.join('.')]: value };
  }
  return result;
}

/** Handles one HTTP request to Firestore's REST interface. */
export async function handleRest(engine: Engine, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let streaming = false;
  try {
    const method = request.method ?? 'GET';
    const url = request.url ?? '/';
    streaming = /:(batchGet|runQuery|runAggregationQuery|executePipeline)(\?|$)/.test(url);
    const body = parseBody(await readBody(request));
    const { operation, request: json } = route(method, url, body);
    const types = service.methods[operation];
    types?.resolve();
    if (!types?.resolvedRequestType || !types.resolvedResponseType) return notFound(method, url);
    const responseType = types.resolvedResponseType;
    const call: Call = { engine, caller: callerOf(request.headers.authorization) };
    const message = fromJson(types.resolvedRequestType, json) as never;
    const stream = streamingOperations[operation];
    const answer =
      stream === undefined
        ? toJson(responseType, unaryOperations[operation]?.(call, message) ?? {})
        : stream(call, message).map((item) => toJson(responseType, item));
    sendJson(response, 200, answer);
  } catch (thrown) {
    const error = explainFileError(thrown, engine.store.file);
    if (!(error instanceof Refusal)) engine.log({ level: 'error', source: 'firestore', message: describe(error) });
    const status = statusOf(error);
    const body = errorBody(status);
    sendJson(response, statusCodes[status.status].http, streaming ? [body] : body);
  }
}

export function errorBody({ status, message }: Status): object {
  return { error: { code: statusCodes[status].http, message, status } };
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', 'content-length': bytes.length });
  response.end(bytes);
}

export function parseBody(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) return {};
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return invalid(`Invalid JSON payload received. ${error instanceof Error ? error.message : ''}`);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return invalid('Invalid JSON payload received. Root element must be a message.');
  }
  if (isDeeperThan(json, limits.jsonDepth)) {
    return invalid(`Invalid JSON payload received. It is nested deeper than ${limits.jsonDepth} levels.`);
  }
  return json as Record<string, unknown>;
}

/** Iterates level by level, because the nesting may be deeper than the stack. */
function isDeeperThan(json: object, depth: number): boolean {
  let level: object[] = [json];
  for (let i = 0; i < depth && level.length > 0; i++) {
    level = level.flatMap(
      (item) => Object.values(item).filter((inner) => typeof inner === 'object' && inner !== null) as object[],
    );
  }
  return level.length > 0;
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest of the body is read too, so that the response reaches a client that is still sending.
    if (size <= limits.requestBytes) chunks.push(chunk);
  }
  if (size > limits.requestBytes) {
    invalid(`Request payload size exceeds the limit: ${limits.requestBytes} bytes.`);
  }
  return Buffer.concat(chunks);
}
