import { afterAll, beforeAll } from 'vitest';
import { openFirestore } from './target.ts';
import type { FirestoreTarget } from './target.ts';

interface Answer {
  status: number;
  body: unknown;
}

/** Firestore's REST interface with an administrator's credentials. */
export interface Rest {
  target(): FirestoreTarget;
  /** The address of the documents' root. */
  root(): string;
  /** The resource name of a document. */
  name(path: string): string;
  ask(method: string, path: string, request?: { body?: unknown; headers?: Record<string, string> }): Promise<Answer>;
}

/** Starts a server for a suite; call it where hooks can be registered. */
export function useRest(rules?: string): Rest {
  let target: FirestoreTarget | undefined;
  beforeAll(async () => {
    target = await openFirestore(rules === undefined ? {} : { rules });
  });
  afterAll(() => target?.stop());
  const started = (): FirestoreTarget => {
    if (target === undefined) throw new Error('Not started.');
    return target;
  };
  const root = (): string => {
    const { host, port, project } = started();
    return `http://${host}:${port}/v1/projects/${project}/databases/(default)/documents`;
  };
  return {
    target: started,
    root,
    name: (path) => `projects/${started().project}/databases/(default)/documents/${path}`,
    async ask(method, path, { body, headers = { authorization: 'Bearer owner' } } = {}) {
      const response = await fetch(`${root()}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },
  };
}
