import type { Auth } from 'firebase/auth';
import { messageOf } from '@frontage/model/message-of';
import type { AdminConfig } from '../config.ts';
import { DocumentError, type CollectionQuery, type DocumentStore } from '../documents/document-store.ts';
import { reasonOf } from '../failure-reasons.ts';
import { failureCode } from '../failures.ts';
import { answerOf } from './answer-of.ts';
import { commitBody, queryBody } from './requests.ts';
import { decodeFields, type WireFields } from './values.ts';

interface WireDocument {
  name: string;
  updateTime?: string;
  fields?: WireFields;
}

/**
 * A document store over Firestore's REST interface (https://firebase.google.com/docs/firestore/reference/rest), as the
 * signed-in user. The `firebase/firestore/lite` client makes the same calls but adds 25 kB to every screen.
 */
export function firestoreStore(auth: Auth, { firebase, emulators }: AdminConfig): DocumentStore {
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
    const answers = (await post('runQuery', () => queryBody(collection, choice))) as { document?: WireDocument }[];
    return answers.flatMap(({ document }) =>
      document ? [{ id: document.name.split('/').at(-1) ?? '', data: decodeFields(document.fields) }] : [],
    );
  }

  return {
    read: (path, fields) => answerOf(read(path, fields)),
    readVersion: (path, fields) => answerOf(readVersion(path, fields)),
    list: (collection, choice) => answerOf(list(collection, choice)),
    commit: (writes) => answerOf(post('commit', () => commitBody(root, writes)).then(firstVersion)),
  };
}

const firstVersion = (answer: unknown): string | null =>
  (answer as { writeResults?: { updateTime?: string }[] }).writeResults?.[0]?.updateTime ?? null;

const codes: Readonly<Record<number, string>> = { 401: 'unauthenticated', 403: 'permission-denied', 404: 'not-found' };

/** The error in a response; streaming calls wrap it in an array. */
function toError(status: number, answer: unknown): DocumentError {
  const body = (Array.isArray(answer) ? answer[0] : answer) as { error?: { status?: string; message?: string } } | null;
  const { status: name, message = `HTTP ${status}` } = body?.error ?? {};
  const code = name?.toLowerCase().replaceAll('_', '-') ?? codes[status] ?? 'internal';
  return new DocumentError(reasonOf(code), message);
}
