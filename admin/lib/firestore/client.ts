import type { Auth } from 'firebase/auth';
import { messageOf } from '@frontage/model/messages';
import { type Data, noField, serverTime, type Write } from '@frontage/model/changes/write';
import { useMemo } from 'react';
import { type AdminConfig, type Firebase, useFirebase } from '../firebase.tsx';
import {
  type Answer,
  type CollectionQuery,
  DocumentError,
  type DocumentStore,
  type Failure,
} from '../documents/document-store.ts';
import type { OwnWrites } from '../documents/own-writes.ts';
import { failureCode, reasonOf } from '../errors.ts';

/** Opens the store of this project for the signed-in user. */
export const openDocumentStore = ({ auth, config, ownWrites }: Firebase): DocumentStore =>
  firestoreStore(auth, config, ownWrites);

/** The store of this project for the signed-in user. */
export function useDocumentStore(): DocumentStore {
  const firebase = useFirebase();
  return useMemo(() => openDocumentStore(firebase), [firebase]);
}

interface WireDocument {
  name: string;
  updateTime?: string;
  fields?: WireFields;
}

/**
 * A document store over Firestore's REST interface (https://firebase.google.com/docs/firestore/reference/rest), as the
 * signed-in user. The `firebase/firestore/lite` client adds 32 kB to every screen and has no update times and field masks.
 * Records its commits in `ownWrites`.
 */
export function firestoreStore(auth: Auth, { firebase, emulators }: AdminConfig, ownWrites?: OwnWrites): DocumentStore {
  const origin = emulators ? `http://${emulators.firestore}` : 'https://firestore.googleapis.com';
  const root = `projects/${firebase.projectId}/databases/(default)/documents`;

  async function authorization(isFresh: boolean): Promise<Record<string, string>> {
    try {
      const token = await auth.currentUser?.getIdToken(isFresh);
      return token === undefined ? {} : { authorization: `Bearer ${token}` };
    } catch (error) {
      if (failureCode(error) === 'auth/network-request-failed')
        throw new DocumentError('unreachable', 'No token in time');
      throw error;
    }
  }

  /**
   * Sends a request and returns the parsed response. After a rejected token, retries once with a fresh one. A failure
   * to build the body is a failure of the call.
   */
  async function post(method: string, bodyOf: () => unknown, isFresh = false): Promise<unknown> {
    const body = JSON.stringify(bodyOf());
    const headers = await authorization(isFresh);
    const address = `${origin}/v1/${root}:${method}?key=${encodeURIComponent(firebase.apiKey)}`;
    let response: Response;
    let answer: unknown;
    try {
      response = await fetch(address, { method: 'POST', headers, body });
      answer = await response.json();
    } catch (error) {
      throw new DocumentError('unreachable', messageOf(error));
    }
    if (response.ok) return answer;
    if (response.status === 401 && !isFresh) return post(method, bodyOf, true);
    throw toError(response.status, answer);
  }

  async function get(path: string, fields?: readonly string[]): Promise<WireDocument | undefined> {
    const body = { documents: [`${root}/${path}`], mask: fields && { fieldPaths: fields } };
    const [answer] = (await post('batchGet', () => body)) as { found?: WireDocument }[];
    return answer?.found;
  }

  async function read(path: string, fields?: readonly string[]) {
    const found = await get(path, fields);
    return found ? decodeFields(found.fields) : null;
  }

  async function readVersion(path: string, fields?: readonly string[]) {
    const found = await get(path, fields);
    return found ? { data: decodeFields(found.fields), version: found.updateTime ?? '' } : null;
  }

  async function list(collection: string, choice: CollectionQuery = {}) {
    const answers = (await post('runQuery', () => queryBody(collection, choice, root))) as {
      document?: WireDocument;
    }[];
    return answers.flatMap(({ document }) =>
      document ? [{ id: document.name.split('/').at(-1) ?? '', data: decodeFields(document.fields) }] : [],
    );
  }

  async function send(writes: readonly Write[]) {
    const { writeResults = [] } = (await post('commit', () => commitBody(root, writes))) as CommitAnswer;
    const times = writeResults.map(({ updateTime }) => updateTime);
    ownWrites?.record(writes, times);
    return times[0] ?? null;
  }

  const commit = (writes: readonly Write[]) => {
    const sent = send(writes);
    return ownWrites ? ownWrites.run(writes, sent) : sent;
  };

  return {
    read: (path, fields) => answerOf(read(path, fields)),
    readVersion: (path, fields) => answerOf(readVersion(path, fields)),
    list: (collection, choice) => answerOf(list(collection, choice)),
    commit: (writes) => answerOf(commit(writes)),
  };
}

interface CommitAnswer {
  writeResults?: { updateTime?: string }[];
}

const codes: Readonly<Record<number, string>> = { 401: 'unauthenticated', 403: 'permission-denied', 404: 'not-found' };

/** The error in a response; streaming calls wrap it in an array. */
function toError(status: number, answer: unknown): DocumentError {
  const body = (Array.isArray(answer) ? answer[0] : answer) as { error?: { status?: string; message?: string } } | null;
  const { status: name, message = `HTTP ${status}` } = body?.error ?? {};
  const code = name?.toLowerCase().replaceAll('_', '-') ?? codes[status] ?? 'internal';
  return new DocumentError(reasonOf(code), message);
}

// Requests have no built-in timeout: a hanging connection would show "Saving…" forever.
const timeoutMs = 20_000;

/** The result of a call, or a failure after the timeout. */
function answerOf<T>(call: Promise<T>): Promise<Answer<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<Answer<T>>((resolve) => {
    timer = setTimeout(() => {
      resolve({ ok: false, reason: 'unreachable', message: 'No answer in time' });
    }, timeoutMs);
  });
  const answer = call.then((value): Answer<T> => ({ ok: true, value }), toFailure);
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}

// Firebase Auth reports a token that cannot be renewed only in its message.
const sessionIsOver =
  /auth\/(user-token-expired|user-disabled|user-not-found|invalid-user-token|invalid-credential|no-current-user)/;

/** Converts an error of a call to a failure. */
function toFailure(error: unknown): Failure {
  const message = messageOf(error);
  const reason = sessionIsOver.test(message) ? 'unauthenticated' : reasonOf(failureCode(error) ?? '');
  return { ok: false, reason, message };
}

/** The body of `documents:runQuery`; `root` is the resource name of the database's documents. */
export function queryBody(collection: string, choice: CollectionQuery, root = '') {
  const { where = [], newestBy, oldestBy, from, until, after, limit, fields } = choice;
  const filters = [where].flat().map((condition) => ({
    fieldFilter: {
      field: { fieldPath: condition.field },
      ...('oneOf' in condition
        ? { op: 'IN', value: encode(condition.oneOf) }
        : 'contains' in condition
          ? { op: 'ARRAY_CONTAINS', value: encode(condition.contains) }
          : { op: 'EQUAL', value: encode(condition.equals) }),
    },
  }));
  const direction = newestBy === undefined ? 'ASCENDING' : 'DESCENDING';
  const order = [newestBy ?? oldestBy, (from?.id ?? after) && '__name__'].filter((field) => field !== undefined);
  const nameOf = (id: string | undefined) =>
    id === undefined ? [] : [{ referenceValue: `${root}/${collection}/${id}` }];
  // JSON leaves out undefined members.
  return {
    structuredQuery: {
      select: fields && { fields: fields.map((fieldPath) => ({ fieldPath })) },
      from: [{ collectionId: collection }],
      where: filters.length > 1 ? { compositeFilter: { op: 'AND', filters } } : filters[0],
      orderBy: order.map((fieldPath) => ({ field: { fieldPath }, direction })),
      // A cursor with `before` includes the value.
      startAt: from
        ? { values: [encode(from.value), ...nameOf(from.id)], before: from.isIncluded }
        : after && { values: nameOf(after), before: false },
      // A cursor without `before` ends after the value.
      endAt: until === undefined ? undefined : { values: [encode(until)] },
      limit,
    },
  };
}

/** The body of `documents:commit`; `root` is the resource name of the database's documents. */
export function commitBody(root: string, writes: readonly Write[]) {
  return { writes: writes.map((write) => toWire(root, write)) };
}

function toWire(root: string, write: Write) {
  const name = `${root}/${write.path}`;
  if (write.type === 'delete') {
    return { delete: name, ...(write.version !== undefined && { currentDocument: { updateTime: write.version } }) };
  }
  const { plain, stamped, removed } = splitPlaceholders(write.data);
  return {
    update: { name, fields: encodeFields(plain) },
    updateTransforms: stamped.map((fieldPath) => ({ fieldPath, setToServerValue: 'REQUEST_TIME' })),
    ...(write.type === 'update' && {
      // A field of the mask without a value is removed.
      updateMask: { fieldPaths: [...Object.keys(plain), ...removed] },
      currentDocument: write.version === undefined ? { exists: true } : { updateTime: write.version },
    }),
  };
}

/** A value in Firestore's REST format. */
export type WireValue =
  | { nullValue: null }
  | { booleanValue: boolean }
  | { integerValue: string }
  | { doubleValue: number | string }
  | { timestampValue: string }
  | { stringValue: string }
  | { arrayValue: { values?: WireValue[] } }
  | { mapValue: { fields?: WireFields } };

type WireFields = Record<string, WireValue>;

/** A stored timestamp. Keeps the server's text, so that writing it back does not change it. */
export class ServerMoment {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toDate(): Date {
    return new Date(this.text);
  }
}

/** Encodes plain JSON and stored timestamps. Throws on anything else, which would be a bug. */
export function encode(value: unknown): WireValue {
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  }
  if (value instanceof ServerMoment) return { timestampValue: value.text };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(encode) } };
  if (typeof value === 'object') return { mapValue: { fields: encodeFields(value as Data) } };
  throw new TypeError(`Firestore cannot store a value of type ${typeof value}`);
}

function encodeFields(data: Data): WireFields {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, encode(value)]));
}

/** Decodes a value. Types that the product never stores, such as bytes, become null. */
export function decode(value: WireValue): unknown {
  if ('booleanValue' in value) return value.booleanValue;
  if ('stringValue' in value) return value.stringValue;
  if ('integerValue' in value) return Number(value.integerValue);
  if ('doubleValue' in value) return Number(value.doubleValue);
  if ('timestampValue' in value) return new ServerMoment(value.timestampValue);
  if ('arrayValue' in value) return (value.arrayValue.values ?? []).map(decode);
  if ('mapValue' in value) return decodeFields(value.mapValue.fields);
  return null;
}

/** Firestore omits empty maps. */
function decodeFields(fields: WireFields = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, decode(value)]));
}

/** Separates plain values from server timestamps and removed fields. */
function splitPlaceholders(data: Data): { plain: Data; stamped: string[]; removed: string[] } {
  const namesWith = (placeholder: symbol) => Object.keys(data).filter((key) => data[key] === placeholder);
  const [stamped, removed] = [namesWith(serverTime), namesWith(noField)];
  const plain = Object.fromEntries(Object.entries(data).filter(([, value]) => typeof value !== 'symbol'));
  return { plain, stamped, removed };
}
