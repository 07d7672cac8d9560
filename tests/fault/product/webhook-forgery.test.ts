import { randomBytes, randomUUID } from 'node:crypto';
import { publishRequest } from '@frontage/functions/webhook/publish-request';
import { startPipelineServer, type PipelineServer } from '@frontage/pipeline/server';
import { recordingPipeline } from '../../contract/functions-product/recording-pipeline.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sized } from '../../full.ts';

// Forged, replayed and altered webhook hints, sent to the pipeline's server.

const secret = `whsec_${randomBytes(24).toString('base64')}`;
const tries = sized(1_000, 20);
const published: string[] = [];
let server: PipelineServer;

beforeAll(async () => {
  server = await startPipelineServer({ port: 0, secret, pipeline: recordingPipeline(published) });
});
afterAll(() => server.stop());
beforeEach(() => {
  published.length = 0;
});

interface Hint {
  headers: Record<string, string>;
  body: string;
}

const hint = ({
  at = new Date(),
  key = secret,
  id = randomUUID(),
}: { at?: Date; key?: string; id?: string } = {}): Hint => publishRequest({ id, documents: [`pages/${id}`], at }, key);

async function send({ headers, body }: Hint): Promise<number> {
  try {
    const url = `http://127.0.0.1:${server.port}/hooks/publish`;
    return (await fetch(url, { method: 'POST', headers, body })).status;
  } catch {
    // The server may close the connection without reading the body.
    return 0;
  }
}

const minutes = (count: number): Date => new Date(Date.now() + count * 60_000);
const flip = (text: string): string => {
  const at = Math.floor(Math.random() * text.length);
  return `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
};
const withHeader = (original: Hint, name: string, value: string | null): Hint => {
  const { [name]: _old, ...headers } = original.headers;
  return { ...original, headers: value === null ? headers : { ...headers, [name]: value } };
};
const signature = ({ headers }: Hint): string => headers['webhook-signature'] ?? '';
const otherKey = (): string => `whsec_${randomBytes(24).toString('base64')}`;

const forgeries: Record<string, () => Hint> = {
  'signed with another secret': () => hint({ key: otherKey() }),
  'with a changed signature': () => {
    const valid = hint();
    return withHeader(valid, 'webhook-signature', `v1,${flip(signature(valid).slice(3))}`);
  },
  'with an unsigned body': () => {
    const valid = hint();
    return { ...valid, body: flip(valid.body) };
  },
  'with the signature of another hint': () => withHeader(hint(), 'webhook-signature', signature(hint())),
  'with another id': () => withHeader(hint(), 'webhook-id', randomUUID()),
  'with a changed timestamp': () => {
    const valid = hint();
    return withHeader(valid, 'webhook-timestamp', String(Number(valid.headers['webhook-timestamp']) - 1));
  },
  'with another signature version': () => {
    const valid = hint();
    return withHeader(valid, 'webhook-signature', signature(valid).replace('v1,', 'v2,'));
  },
  'without signature': () => withHeader(hint(), 'webhook-signature', null),
  'without id': () => withHeader(hint(), 'webhook-id', null),
  'without time': () => withHeader(hint(), 'webhook-timestamp', null),
  'from six minutes ago': () => hint({ at: minutes(-6) }),
  'from six minutes ahead': () => hint({ at: minutes(6) }),
  'from a year ago': () => hint({ at: minutes(-60 * 24 * 365) }),
  'with a body that is not JSON': () => ({ ...hint(), body: 'pages/p1' }),
};

describe('forged hints', () => {
  it.each(Object.entries(forgeries))(`%s: none of ${tries} is accepted`, async (_name, forge) => {
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < tries; attempt += 1) statuses.add(await send(forge()));
    expect(published).toEqual([]);
    expect([...statuses]).toEqual([401]);
  });

  it(`too large: none of ${tries} is accepted although they are signed`, async () => {
    const large = (): Hint => {
      const valid = hint();
      return { ...valid, body: valid.body.replace('}', ' '.repeat(70_000) + '}') };
    };
    for (let attempt = 0; attempt < tries; attempt += 1) expect([0, 413]).toContain(await send(large()));
    expect(published).toEqual([]);
  });

  it(`a valid hint replayed ${tries} times publishes once`, async () => {
    const valid = hint({ id: 'replayed' });
    for (let attempt = 0; attempt < tries; attempt += 1) await send(valid);
    expect(published).toEqual(['pages/replayed']);
  });

  it('a valid hint publishes', async () => {
    expect(await send(hint({ id: 'valid' }))).toBe(202);
    expect(published).toEqual(['pages/valid']);
  });
});
