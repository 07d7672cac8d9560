import type { RulesTestContext, RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { initializeTestEnvironment } from '@firebase/rules-unit-testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFirestore } from '../server.ts';
import { ask, seed } from './replay.ts';
import { readVectors, sourceOf } from '@frontage/rules-engine/language/vector';
import type { Vector } from '@frontage/rules-engine/language/vector';

/*
 * Replays the vectors through the real SDK against the server of FIRESTORE_EMULATOR_HOST, or against this package's
 * server.
 */
const PROJECT = 'demo-rules-language';
const isOfficial = process.env['FIRESTORE_EMULATOR_HOST'] !== undefined;

let environment: RulesTestEnvironment;
let stop: () => Promise<void> = () => Promise.resolve();
let address = '';

beforeAll(async () => {
  address = process.env['FIRESTORE_EMULATOR_HOST'] ?? (await startOwn());
  const [host = '', port = ''] = address.split(':');
  environment = await initializeTestEnvironment({ projectId: PROJECT, firestore: { host, port: Number(port) } });
});

afterAll(async () => {
  await environment.cleanup();
  await stop();
});

async function startOwn(): Promise<string> {
  const server = await startFirestore({ project: PROJECT, host: '127.0.0.1', port: 0, file: ':memory:' });
  stop = () => server.stop();
  return `127.0.0.1:${server.port}`;
}

const callers = new Map<string, RulesTestContext>();

/** Reuses one connection per caller, because opening one takes longer than a request. */
function callerOf({ request: { auth } }: Vector): RulesTestContext {
  const key = JSON.stringify(auth ?? null);
  const known = callers.get(key);
  if (known !== undefined) return known;
  const caller =
    auth === undefined ? environment.unauthenticatedContext() : environment.authenticatedContext(auth.uid, auth.token);
  callers.set(key, caller);
  return caller;
}

async function upload(source: string): Promise<void> {
  const response = await fetch(`http://${address}/emulator/v1/projects/${PROJECT}:securityRules`, {
    method: 'PUT',
    body: JSON.stringify({ rules: { files: [{ name: 'firestore.rules', content: source }] } }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** The reason why a vector cannot run on the target; null if it can. */
function reasonToSkip(vector: Vector): string | null {
  if (vector.service === 'firebase.storage') return 'this replay supports only Firestore';
  if (JSON.stringify(vector.documents).includes('{"$float":1}')) return 'the JavaScript SDK writes 1.0 as an integer';
  return vector.skip ?? (isOfficial ? (vector.local ?? null) : null);
}

// The engine's unit tests run every vector; this replay runs every second one, and all with FULL=1.
const selected = (vectors: readonly Vector[]) =>
  vectors.filter((_, index) => process.env['FULL'] !== undefined || index % 2 === 0);

describe.each(readVectors())('$name', ({ vectors }) => {
  test.for(selected(vectors))('$name', async (vector, { skip }) => {
    const reason = reasonToSkip(vector);
    skip(reason !== null, reason ?? '');
    await upload(sourceOf(vector));
    await seed(environment, vector);
    expect(await ask(callerOf(vector), vector)).toBe(vector.allowed);
  });
});
