import { randomBytes } from 'node:crypto';
import { startFirestore } from '../../server.ts';

/** A Firestore to test: the one FIRESTORE_EMULATOR_HOST names, else one started for the test. */
export interface FirestoreTarget {
  /** A project of the test's own, so that tests share a server without meeting. */
  project: string;
  host: string;
  port: number;
  /** Google's own emulator or a shared server, which has no index configuration of ours. */
  isExternal: boolean;
  setRules(source: string): Promise<Response>;
  clear(): Promise<void>;
  stop(): Promise<void>;
}

export interface TargetOptions {
  rules?: string;
  indexes?: unknown;
  /** Default: a store in memory. */
  file?: string;
}

// Read once: clients set the same variable later, to find the server that a test started.
const external = process.env['FIRESTORE_EMULATOR_HOST'];

export async function openFirestore({
  rules,
  indexes,
  file = ':memory:',
}: TargetOptions = {}): Promise<FirestoreTarget> {
  const project = `demo-${randomBytes(6).toString('hex')}`;
  const started =
    external === undefined
      ? await startFirestore({
          project,
          host: '127.0.0.1',
          port: 0,
          file,
          ...(indexes === undefined ? {} : { indexes }),
        })
      : null;
  const [host = '', port = ''] = (external ?? `127.0.0.1:${started?.port}`).split(':');
  const base = `http://${host}:${port}/emulator/v1/projects/${project}`;
  const target: FirestoreTarget = {
    project,
    host,
    port: Number(port),
    isExternal: started === null,
    setRules: (source) =>
      fetch(`${base}:securityRules`, {
        method: 'PUT',
        body: JSON.stringify({ rules: { files: [{ name: 'firestore.rules', content: source }] } }),
      }),
    async clear() {
      await fetch(`${base}/databases/(default)/documents`, { method: 'DELETE' });
    },
    async stop() {
      await started?.stop();
    },
  };
  if (rules !== undefined) {
    const response = await target.setRules(rules);
    if (!response.ok) throw new Error(await response.text());
  }
  return target;
}
