import { randomBytes } from 'node:crypto';
import type { TestContext } from 'vitest';
import { startFirestore } from '../../server.ts';

/** A Firestore to test: that of FIRESTORE_EMULATOR_HOST, or one started for the test. */
export interface FirestoreTarget {
  /** A separate project for the test, so that tests can share a server. */
  project: string;
  host: string;
  port: number;
  /** Google's emulator or a shared server, which does not have the tests' index configuration. */
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

// Read once, because clients later set the same variable to find the server that a test started.
const external = process.env['FIRESTORE_EMULATOR_HOST'];

/** Whether the suites run against a server other than this package's. */
export const isExternal = external !== undefined;

/** Differences of Google's emulator from the hosted service, with the source of the hosted behavior. */
interface Deviation {
  emulator: string;
  hosted: string;
}

/** Skips a test with its reason if the suites run against a server other than this package's. */
export function skipOnGoogle({ skip }: Pick<TestContext, 'skip'>, { emulator, hosted }: Deviation): void {
  skip(isExternal, `Google's emulator ${emulator}. Hosted: ${hosted}`);
}

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
    isExternal,
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
