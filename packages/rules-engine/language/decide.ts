import type { RulesReader, RulesRequest, Verdict } from '../ruleset.ts';
import { compileRules, UNKNOWN_ANCESTORS, UNKNOWN_ID } from '../ruleset.ts';
import type { RulesMap, RulesTimestamp, RulesValue } from '../values.ts';
import { latLng, rulesPath, timestampOfDate } from '../values.ts';
import type { Fields, Json, Vector, VectorRequest } from './vector.ts';
import { sourceOf } from './vector.ts';

/** Evaluates a vector with this package's runtime. */
export function decide(vector: Vector): Verdict {
  const compiled = compileRules(sourceOf(vector));
  if (!compiled.ok) throw new Error(compiled.issues.map(({ message, excerpt }) => `${message}\n${excerpt}`).join('\n'));
  const { request } = vector;
  const date = request.time === undefined ? new Date() : new Date(request.time);
  const now = timestampOfDate(date);
  const before = new Map(Object.entries(vector.documents).map(([path, fields]) => [path, rulesFields(fields, now)]));
  const after = documentsAfter(before, request, now);
  const reader: RulesReader = { get: (path) => before.get(path) ?? null, getAfter: (path) => after.get(path) ?? null };
  const { uid, token } = request.auth ?? {};
  const base = {
    service: vector.service,
    method: request.method,
    time: date,
    auth: uid === undefined ? null : { uid, token: rulesFields(token ?? {}, now) },
  };
  return compiled.ruleset.evaluate({ ...base, ...subject(vector, { before, after, now }) }, reader);
}

/** The documents before and after the request, and its time. */
interface States {
  before: Map<string, RulesMap>;
  after: Map<string, RulesMap>;
  now: RulesTimestamp;
}

type Subject = Pick<RulesRequest, 'path' | 'resource' | 'requestResource' | 'query' | 'knownFields'>;

function subject({ service, request }: Vector, { before, after, now }: States): Subject {
  const { path } = request;
  if (service === 'firebase.storage') {
    const fields = (json: Fields | undefined): RulesMap | null => (json === undefined ? null : rulesFields(json, now));
    return { path, resource: fields(request.resource), requestResource: fields(request.requestResource) };
  }
  if (request.method !== 'list') {
    const isWrite = request.method === 'create' || request.method === 'update';
    return {
      path,
      resource: before.get(path) ?? null,
      requestResource: isWrite ? (after.get(path) ?? null) : null,
    };
  }
  return {
    path: request.group === undefined ? `${path}/${UNKNOWN_ID}` : `${UNKNOWN_ANCESTORS}/${request.group}/${UNKNOWN_ID}`,
    resource: null,
    requestResource: null,
    query: { limit: request.limit === undefined ? null : BigInt(request.limit), offset: null, orderBy: null },
    knownFields: new Map((request.where ?? []).map(([field, , value]) => [field, rulesJson(value, now)])),
  };
}

function documentsAfter(before: States['before'], request: VectorRequest, now: RulesTimestamp): States['after'] {
  const after = new Map(before);
  const { method, path, data = {}, batch = [] } = request;
  if (method === 'create') after.set(path, rulesFields(data, now));
  if (method === 'update') after.set(path, new Map([...(before.get(path) ?? []), ...rulesFields(data, now)]));
  if (method === 'delete') after.delete(path);
  for (const write of batch) {
    if (write.data === null) after.delete(write.path);
    else after.set(write.path, rulesFields(write.data, now));
  }
  return after;
}

/** The fields of a vector as values of the rules language; whole numbers are ints. */
function rulesFields(fields: Fields, now: RulesTimestamp): RulesMap {
  return new Map(Object.entries(fields).map(([name, value]) => [name, rulesJson(value, now)]));
}

function rulesJson(json: Json, now: RulesTimestamp): RulesValue {
  if (typeof json === 'number') return Number.isInteger(json) ? BigInt(json) : json;
  if (json === null || typeof json !== 'object') return json;
  if (Array.isArray(json)) return json.map((item) => rulesJson(item, now));
  const [tag, content] = Object.entries(json)[0] ?? [];
  switch (tag) {
    case '$float':
      return Number(content);
    case '$timestamp':
      return timestampOfDate(new Date(String(content)));
    case '$bytes':
      return new Uint8Array(Buffer.from(String(content), 'base64'));
    case '$latlng':
      return Array.isArray(content) ? latLng(Number(content[0]), Number(content[1])) : null;
    case '$path':
      return rulesPath(`/databases/(default)/documents/${String(content)}`);
    case '$serverTimestamp':
      return now;
    default:
      return rulesFields(json, now);
  }
}
