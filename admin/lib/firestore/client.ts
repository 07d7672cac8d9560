import type { Auth } from 'firebase/auth';
import type { Data } from '../documents/plain.ts';
import type { Entry } from '../documents/store.ts';
import type { Write } from '../documents/write.ts';
import type { AdminConfig } from '../config.ts';
import { failureCode } from '../failures.ts';
import { commitBody, queryBody, type Choice } from './requests.ts';
import { decodeFields, type WireFields } from './values.ts';

/** What the back office needs of Firestore. Every call rejects with a `FirestoreFailure`, or Firebase's error of a lost sign-in. */
export interface Firestore {
  /** Null when there is no such document. */
  read(path: string): Promise<Data | null>;
  list(collection: string, choice?: Choice): Promise<Entry[]>;
  /** All of the writes or none. */
  commit(writes: readonly Write[]): Promise<void>;
}

/** `code` is Firestore's own in lower case with hyphens; `unavailable` also where no answer came. */
class FirestoreFailure extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'FirestoreFailure';
    this.code = code;
  }
}

interface WireDocument {
  name: string;
  fields?: WireFields;
}

/**
 * Firestore over its REST interface (https://firebase.google.com/docs/firestore/reference/rest), as the signed-in user:
 * the three calls the back office makes. The `firebase/firestore/lite` client makes the same ones, but adds 25 kB to
 * every screen.
 */
export function createFirestore(auth: Auth, { firebase, emulators }: AdminConfig): Firestore {
  const origin = emulators ? `http://${emulators.firestore}` : 'https://firestore.googleapis.com';
  const root = `projects/${firebase.projectId}/databases/(default)/documents`;
  let isTokenRefused = false;

  async function authorization(): Promise<Record<string, string>> {
    try {
      const token = await auth.currentUser?.getIdToken(isTokenRefused);
      isTokenRefused = false;
      return token === undefined ? {} : { authorization: `Bearer ${token}` };
    } catch (error) {
      if (failureCode(error) === 'auth/network-request-failed')
        throw new FirestoreFailure('unavailable', 'No token in time');
      throw error;
    }
  }

  async function post(method: string, body: unknown): Promise<unknown> {
    const headers = await authorization();
    const address = `${origin}/v1/${root}:${method}?key=${encodeURIComponent(firebase.apiKey)}`;
    let response: Response;
    let answer: unknown;
    try {
      response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
      answer = await response.json();
    } catch (error) {
      throw new FirestoreFailure('unavailable', error instanceof Error ? error.message : String(error));
    }
    if (response.ok) return answer;
    // A refused token is not used again: the next call fetches a fresh one.
    isTokenRefused = response.status === 401;
    throw toFailure(response.status, answer);
  }

  return {
    async read(path) {
      const [answer] = (await post('batchGet', { documents: [`${root}/${path}`] })) as { found?: WireDocument }[];
      return answer?.found ? decodeFields(answer.found.fields ?? {}) : null;
    },
    async list(collection, choice = {}) {
      const answers = (await post('runQuery', queryBody(collection, choice))) as { document?: WireDocument }[];
      return answers.flatMap(({ document }) =>
        document ? [{ id: document.name.split('/').at(-1) ?? '', data: decodeFields(document.fields ?? {}) }] : [],
      );
    },
    async commit(writes) {
      await post('commit', commitBody(root, writes));
    },
  };
}

const codes: Readonly<Record<number, string>> = { 401: 'unauthenticated', 403: 'permission-denied', 404: 'not-found' };

/** The failure an error answer tells of; streaming calls wrap it in an array. */
function toFailure(status: number, answer: unknown): FirestoreFailure {
  const body = (Array.isArray(answer) ? answer[0] : answer) as { error?: { status?: string; message?: string } } | null;
  const { status: name, message = `HTTP ${status}` } = body?.error ?? {};
  return new FirestoreFailure(name?.toLowerCase().replaceAll('_', '-') ?? codes[status] ?? 'internal', message);
}
