import { startPipelineServer, type PipelineServer } from '@frontage/pipeline/server';
import { recoveryDigest } from '@frontage/functions/people/second-factor';
import { getAuth } from 'firebase-admin/auth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeFunctions, openProduct, parameters, type Product } from '../functions-product/product.ts';
import { recordingPipeline } from '../functions-product/recording-pipeline.ts';
import { enrol } from '../functions-product/second-factor.ts';
import type { RecordedRequest } from './recorded-request.ts';
import { readRecordings } from './recording.ts';
import { incompatibleRequests } from './replay.ts';

// The function calls of earlier admin versions. See older-writes.test.ts.

/** Calls for an account with a second factor. Authentication stores the factor, not a document. */
const factorCalls = new Set(['makeRecoveryCodes', 'useRecoveryCode', 'resetSecondFactor']);

const recordings = readRecordings();

it('the recordings contain all calls for accounts with a second factor', () => {
  const names = new Set(recordings.flatMap(({ requests }) => requests.map(({ name }) => name)));
  expect([...factorCalls].filter((name) => !names.has(name))).toEqual([]);
});

describeFunctions.each(recordings)('the admin of $version', ({ requests: all }) => {
  const calls = all.filter(({ service }) => service === 'functions');
  const requests = calls.filter(({ name }) => !factorCalls.has(name));
  const factorRequests = calls.filter(({ name }) => factorCalls.has(name));
  /** Uids of signed-in users by email. */
  const uids = new Map(
    all.flatMap(({ token }) => (token ? [[String(token['email']), String(token['user_id'])] as const] : [])),
  );

  let product: Product;
  let pipeline: PipelineServer;
  beforeAll(async () => {
    pipeline = await startPipelineServer({
      port: 0,
      secret: parameters.PUBLISH_WEBHOOK_SECRET,
      pipeline: { ...recordingPipeline([]), unpin: () => Promise.resolve({ release: null, problems: [] }) },
    });
    const address = `http://127.0.0.1:${pipeline.port}/hooks/publish`;
    product = await openProduct({ env: { PUBLISH_WEBHOOK_URL: address } });
    const people = new Map(requests.map(({ token }) => [String(token?.['user_id']), token]));
    for (const [uid, token] of people) {
      if (token) await getAuth().createUser({ uid, email: String(token['email']), emailVerified: true });
    }
  });
  afterAll(async () => {
    await product.stop();
    await pipeline.stop();
  });

  it('receives compatible answers from these functions', { tags: 'ci' }, async () => {
    expect(new Set(requests.map(({ name }) => name)).size).toBeGreaterThan(10);
    expect(await incompatibleRequests(product, requests, () => product.clear())).toEqual([]);
  });

  it.skipIf(factorRequests.length === 0)('receives compatible answers for accounts with a second factor', async () => {
    const refused: string[] = [];
    for (const request of factorRequests) {
      const current = withCodes(await withCurrentUsers(request), uids);
      refused.push(...(await incompatibleRequests(product, [current], () => product.clear())));
    }
    expect(refused).toEqual([]);
  });

  /** Replaces the request's users by new users with an authenticator app. */
  async function withCurrentUsers(request: RecordedRequest): Promise<RecordedRequest> {
    let text = JSON.stringify(request);
    for (const [email, uid] of [...uids]) {
      if (!text.includes(uid) && !text.includes(email)) continue;
      const person = await product.signUp();
      await enrol(person);
      text = text.replaceAll(uid, person.uid).replaceAll(email, person.email);
      uids.set(person.email, person.uid);
    }
    const today = JSON.parse(text) as RecordedRequest;
    // Enrolling signs the user in again, with the new factor.
    const [at, seconds] = [Date.now(), Math.floor(Date.now() / 1_000)];
    const token = today.token && {
      ...today.token,
      firebase: await withCurrentFactor(today.token),
      iat: seconds,
      exp: seconds + 3_600,
      auth_time: seconds,
    };
    return { ...today, at, token };
  }
});

/** The sign-in of a recorded token, with the factor of today's account if the session used one. */
async function withCurrentFactor(token: Readonly<Record<string, unknown>>): Promise<object> {
  const signIn = token['firebase'] as Record<string, unknown>;
  if (signIn['sign_in_second_factor'] === undefined) return signIn;
  const { multiFactor } = await getAuth().getUser(String(token['user_id']));
  return { ...signIn, second_factor_identifier: multiFactor?.enrolledFactors[0]?.uid };
}

/** Adds the request's recovery code to the documents of its owner, which are stored by uid. */
function withCodes(request: RecordedRequest, uids: ReadonlyMap<string, string>): RecordedRequest {
  const { email, code } = request.body['data'] as { email?: string; code?: string };
  const uid = uids.get(email ?? '');
  if (code === undefined || uid === undefined) return request;
  const codes = { arrayValue: { values: [{ stringValue: recoveryDigest(uid, code) }] } };
  return {
    ...request,
    before: { ...request.before, [`recovery_codes/${uid}`]: { codes, used_at: { nullValue: null } } },
  };
}
