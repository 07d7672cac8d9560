import type { DocumentReference, Firestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll } from 'vitest';
import { openAdminFirestore } from './admin.ts';
import { openFirestore } from './target.ts';

interface Admin {
  db: Firestore;
  /** The same Firestore, with integers as bigints. */
  precise: Firestore;
  project: string;
  stop(): Promise<void>;
}

/** firebase-admin with a separate server for the suite; call it where hooks can be registered. */
export function useAdmin() {
  let admin: Admin | undefined;
  beforeAll(async () => {
    const target = await openFirestore();
    const plain = openAdminFirestore(target);
    const bigints = openAdminFirestore(target, { useBigInt: true });
    admin = {
      db: plain.db,
      precise: bigints.db,
      project: target.project,
      async stop() {
        await plain.close();
        await bigints.close();
        await target.stop();
      },
    };
  });
  afterAll(() => admin?.stop());
  const started = (): Admin => {
    if (admin === undefined) throw new Error('Not started.');
    return admin;
  };
  return {
    db: () => started().db,
    precise: () => started().precise,
    name: (ref: DocumentReference): string => `projects/${started().project}/databases/(default)/documents/${ref.path}`,
  };
}

/** The gRPC status code of a result; 0 if it succeeds. */
export async function codeOf(act: Promise<unknown>): Promise<number> {
  return act.then(
    () => 0,
    (error: { code: number }) => error.code,
  );
}

export async function messageOf(act: Promise<unknown>): Promise<string> {
  return act.then(
    () => 'succeeded',
    (error: { details?: string; message: string }) => error.details ?? error.message,
  );
}

export const code = { ok: 0, invalidArgument: 3, notFound: 5, alreadyExists: 6, failedPrecondition: 9, aborted: 10 };
