import type { Target } from '../target.ts';
import type { RecordedRequest, Wire } from './recorded-request.ts';

const root = 'projects/demo-frontage/databases/(default)/documents';
const minute = 60_000;

/**
 * Replays requests. Returns those with an incompatible answer, each with the reason. `clear` must delete all documents.
 */
export async function incompatibleRequests(
  target: Pick<Target, 'hosts' | 'project'>,
  requests: readonly RecordedRequest[],
  clear: () => Promise<unknown>,
): Promise<string[]> {
  const refused: string[] = [];
  for (const request of requests) {
    await clear();
    const reason = await replay(target, request);
    if (reason !== null) refused.push(`${request.name} ${JSON.stringify(request.body).slice(0, 2_000)}: ${reason}`);
  }
  return refused;
}

/**
 * Writes the recorded documents and sends the request with times shifted to now. Returns null if the answer is
 * compatible with the recorded one, else the reason.
 */
async function replay(
  { hosts, project }: Pick<Target, 'hosts' | 'project'>,
  recorded: RecordedRequest,
): Promise<string | null> {
  const { service, name, token, before, body } = shiftTimes(Math.floor((Date.now() - recorded.at) / minute), recorded);
  const firestore = `http://${hosts.firestore}/v1/${root}`;
  const writes = Object.entries(before).map(([path, fields]) => ({ update: { name: `${root}/${path}`, fields } }));
  const written = await send(`${firestore}:commit`, 'owner', { writes });
  if (written.error !== null) throw new Error(`The documents before ${name} could not be written: ${written.error}`);
  const { commitTime } = written.body as { commitTime: string };

  const address =
    service === 'firestore' ? `${firestore}:${name}` : `http://${hosts.functions}/${project}/us-central1/${name}`;
  const answered = await send(address, token && unsigned(token), withVersions(body, commitTime));
  if (answered.error !== null) return answered.error;
  return service === 'functions' ? incompatibility(recorded.answer, answered.body, 'answer') : null;
}

interface Answer {
  body: unknown;
  error: string | null;
}

async function send(address: string, token: string | null, body: unknown): Promise<Answer> {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return response.ok ? { body: JSON.parse(text) as unknown, error: null } : { body: null, error: text };
}

/** An unsigned token, like those of the local Firebase. */
function unsigned(payload: Wire): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(payload)}.`;
}

/** Shifts all times by whole minutes, so that times relative to the request stay the same. */
function shiftTimes(minutes: number, recorded: RecordedRequest): RecordedRequest {
  const { token } = recorded;
  const text = JSON.stringify(recorded).replaceAll(
    /("timestampValue":")([\d-]+T[\d:]+)/g,
    (_, key: string, moment: string) =>
      key + new Date(Date.parse(`${moment}Z`) + minutes * minute).toISOString().slice(0, 19),
  );
  const times = ['iat', 'exp', 'auth_time'].map((name): [string, number] => [
    name,
    Number(token?.[name]) + minutes * 60,
  ]);
  return { ...(JSON.parse(text) as RecordedRequest), token: token && { ...token, ...Object.fromEntries(times) } };
}

/** Replaces the document versions in preconditions by the current one. */
const withVersions = (body: Wire, version: string): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll(/("updateTime":")[^"]*/g, `$1${version}`));

/**
 * The first field that is missing in the answer or has another type than recorded, or null. More fields are allowed.
 */
function incompatibility(recorded: unknown, answered: unknown, where: string): string | null {
  if (recorded === null || answered === null) return null;
  if (typeof recorded !== typeof answered || Array.isArray(recorded) !== Array.isArray(answered))
    return `${where} was ${typeof recorded} and is ${typeof answered}`;
  if (typeof recorded !== 'object') return null;
  // The length of a list depends on other accounts.
  if (Array.isArray(recorded) && Array.isArray(answered))
    return answered.length === 0 ? null : incompatibility(recorded[0], answered[0], `${where}.0`);
  const [was, is] = [recorded as Wire, answered as Wire];
  const parts = Object.keys(was).map((key) =>
    key in is ? incompatibility(was[key], is[key], `${where}.${key}`) : `${where}.${key} is missing`,
  );
  return parts.find((part) => part !== null) ?? null;
}
