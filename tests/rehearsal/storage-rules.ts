import { createInterface } from 'node:readline';
import { rulesClaims } from '@frontage/firestore-server/rules-values';
import { compileRules, type Ruleset, type RulesRequest } from '@frontage/rules-engine/ruleset';
import { type RulesMap, rulesPath, type RulesValue, timestampOfDate } from '@frontage/rules-engine/values';

/*
 * Evaluates storage rules for the Storage emulator of firebase-tools with the project's rules engine, where Google's
 * program is not installed. Reads a request per line of standard input and writes a response per line, as
 * firebase-tools/lib/emulator/storage/rules/runtime.js sends and expects them.
 */

/** A value as firebase-tools sends it. */
interface SentValue {
  null_value?: null;
  string_value?: string;
  bool_value?: boolean;
  int_value?: number;
  float_value?: number;
  timestamp_value?: string;
  list_value?: { values: SentValue[] };
  map_value?: { fields: Record<string, SentValue> };
}

interface Verification {
  rulesetName: string;
  path: string;
  method: RulesRequest['method'];
  variables: { resource: SentValue; request: SentValue };
}

type Received = { id: number } & (
  | { action: 'load_ruleset'; context: { rulesetName: string; source: { files: { content: string }[] } } }
  | { action: 'verify'; context: Verification }
  /** The answer to a request for a document. */
  | { action?: undefined; status: 'ok' | 'not_found'; result?: { fields?: Record<string, StoredValue> } }
);

/** A field of a document in Firestore's REST format. */
interface StoredValue {
  stringValue?: string;
  booleanValue?: boolean;
  integerValue?: string;
  doubleValue?: number | string;
  timestampValue?: string;
  referenceValue?: string;
  arrayValue?: { values?: StoredValue[] };
  mapValue?: { fields?: Record<string, StoredValue> };
}

/** A verification that may wait for a document. */
interface Pending {
  asked: Verification;
  documents: Map<string, RulesMap | null>;
  missing: string;
}

const rulesets = new Map<string, Ruleset>();
const pending = new Map<number, Pending>();

const send = (message: object): void => void process.stdout.write(`${JSON.stringify(message)}\n`);
const succeed = (id: number, result: object): void => send({ id, status: 'ok', result, errors: [], warnings: [] });

function receive(message: Received): void {
  if (message.action === 'load_ruleset') return load(message.id, message.context);
  if (message.action === 'verify')
    return verify(message.id, { asked: message.context, documents: new Map(), missing: '' });
  const waiting = pending.get(message.id);
  if (waiting === undefined) return;
  pending.delete(message.id);
  const fields = message.status === 'ok' ? storedMap(message.result?.fields) : null;
  verify(message.id, { ...waiting, documents: new Map([...waiting.documents, [waiting.missing, fields]]) });
}

interface Loading {
  rulesetName: string;
  source: { files: { content: string }[] };
}

function load(id: number, { rulesetName, source }: Loading): void {
  const compiled = compileRules(source.files.map(({ content }) => content).join('\n'));
  if (!compiled.ok) {
    const errors = compiled.issues.map(({ line, column, message }) => `${line}:${column}: ${message}`);
    return send({ id, status: 'ok', result: {}, errors, warnings: [] });
  }
  rulesets.set(rulesetName, compiled.ruleset);
  succeed(id, { rulesVersion: 2 });
}

/** Answers with the decision, or asks for the first document that the rules read and that is not known yet. */
function verify(id: number, { asked, documents }: Pending): void {
  const { rulesetName, path, method, variables } = asked;
  const request = mapOf(variables.request);
  const unknown: string[] = [];
  const get = (document: string): RulesMap | null => {
    if (!documents.has(document)) unknown.push(document);
    return documents.get(document) ?? null;
  };
  const verdict = rulesets.get(rulesetName)?.evaluate(
    {
      service: 'firebase.storage',
      path: path.replace(/^\/+/, ''),
      method,
      auth: authOf(request?.get('auth')),
      time: new Date(),
      resource: mapOf(variables.resource),
      requestResource: asMap(request?.get('resource')),
    },
    { get, getAfter: get },
  );
  const [missing] = unknown;
  if (missing === undefined) return succeed(id, { permit: verdict?.allowed ?? false });
  pending.set(id, { asked, documents, missing });
  const context = { path: `/databases/(default)/documents/${missing}` };
  send({ id, server_request_id: id, action: 'fetch_firestore_document', status: 'ok', context });
}

const asMap = (value: RulesValue | undefined): RulesMap | null => (value instanceof Map ? value : null);
const mapOf = (value: SentValue): RulesMap | null => asMap(sentValue(value));

function authOf(value: RulesValue | undefined): RulesRequest['auth'] {
  const auth = asMap(value);
  const uid = auth?.get('uid');
  return typeof uid === 'string' ? { uid, token: asMap(auth?.get('token')) ?? rulesClaims({}) } : null;
}

function sentValue(value: SentValue): RulesValue {
  if (value.string_value !== undefined) return value.string_value;
  if (value.bool_value !== undefined) return value.bool_value;
  if (value.int_value !== undefined) return BigInt(value.int_value);
  if (value.float_value !== undefined) return value.float_value;
  if (value.timestamp_value !== undefined) return timestampOfDate(new Date(value.timestamp_value));
  if (value.list_value !== undefined) return value.list_value.values.map(sentValue);
  if (value.map_value !== undefined)
    return new Map(Object.entries(value.map_value.fields).map(([name, field]) => [name, sentValue(field)]));
  return null;
}

const storedMap = (fields: Record<string, StoredValue> = {}): RulesMap =>
  new Map(Object.entries(fields).map(([name, field]) => [name, storedValue(field)]));

function storedValue(value: StoredValue): RulesValue {
  if (value.stringValue !== undefined) return value.stringValue;
  if (value.booleanValue !== undefined) return value.booleanValue;
  if (value.integerValue !== undefined) return BigInt(value.integerValue);
  if (value.doubleValue !== undefined) return Number(value.doubleValue);
  if (value.timestampValue !== undefined) return timestampOfDate(new Date(value.timestampValue));
  if (value.referenceValue !== undefined) return rulesPath(value.referenceValue.split('/').slice(2).join('/'));
  if (value.arrayValue !== undefined) return (value.arrayValue.values ?? []).map(storedValue);
  if (value.mapValue !== undefined) return storedMap(value.mapValue.fields);
  return null;
}

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => receive(JSON.parse(line) as Received));
process.once('SIGINT', () => lines.close());
send({ id: -1, action: '', status: 'ok' });
