import { messageOf } from '@frontage/model/message-of';
import { OperatorError } from '@frontage/model/operator-error';
import { GoogleAuth, UserRefreshClient } from 'google-auth-library';
import { z } from 'zod';
import { parseJson } from '../parse-json.ts';

/** Authenticates requests to Google's APIs. */
export interface Credentials {
  headers(): Promise<Headers>;
  token(): Promise<string>;
}

export interface GoogleOptions {
  credentials: Credentials;
  /** Takes the place of `https://`: `http://127.0.0.1:PORT/` gets `/firestore.googleapis.com/v1/…`. */
  scheme?: string;
}

/** The requested address without its scheme, such as `firestore.googleapis.com/v1/projects/P/databases/(default)`. */
export interface Google {
  /** The answer; null where there is no such thing (404). @throws GoogleRefusal */
  get<T>(address: string, shape: z.ZodType<T>): Promise<T | null>;
  /** As `get`, with a body. */
  send<T>(method: 'POST' | 'PATCH', address: string, asked: { body: object; shape: z.ZodType<T> }): Promise<T | null>;
  /** All pages of a list, each with its items as `key`; null if the parent does not exist. @throws GoogleRefusal */
  list<T>(address: string, key: string, shape: z.ZodType<T>): Promise<T[] | null>;
  /** Seconds by which Google's clock was ahead of this machine's, as each answer's `Date` has it. */
  skews(): readonly number[];
}

/** Google said no, or nothing. */
export class GoogleRefusal extends Error {
  override name = 'GoogleRefusal';
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** The host that was asked, as it is called where APIs are enabled. */
  readonly service: string;
  /** Why, in a word: `SERVICE_DISABLED`, `BILLING_DISABLED`, `NOT_GOOGLE` where something else answered; null where it was not said. */
  readonly reason: string | null;

  constructor(message: string, { status, service, reason }: Pick<GoogleRefusal, 'status' | 'service' | 'reason'>) {
    super(message);
    this.status = status;
    this.service = service;
    this.reason = reason;
  }
}

/**
 * An error as Google's APIs write it; `details` may hold an ErrorInfo.
 * @see https://cloud.google.com/apis/design/errors
 */
const explained = z.object({
  error: z.object({
    message: z.string().default(''),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
    // As Cloud Storage and other older APIs have them.
    errors: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
});

const olderReasons: Record<string, string> = {
  accessNotConfigured: 'SERVICE_DISABLED',
  accountDisabled: 'BILLING_DISABLED',
  userProjectAccountProblem: 'BILLING_DISABLED',
};

function reasonIn({ details, errors }: z.output<typeof explained>['error']): string | null {
  const known = details.find(({ reason }) => reason !== undefined)?.reason;
  return known ?? olderReasons[errors.find(({ reason }) => reason !== undefined)?.reason ?? ''] ?? null;
}

const deadline = 20_000;

export function openGoogle({ credentials, scheme = 'https://' }: GoogleOptions): Google {
  const skews: number[] = [];

  const call = async (method: string, address: string, body?: object): Promise<unknown> => {
    const service = address.split('/')[0] ?? '';
    const asked = Date.now();
    const headers = await credentials.headers();
    if (body) headers.set('content-type', 'application/json');
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const { response, text } = await read(scheme + address, request).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
      const said = cause || messageOf(error);
      throw new GoogleRefusal(`${service} does not answer: ${said}`, { status: 0, service, reason: null });
    });
    const told = Date.parse(response.headers.get('date') ?? '');
    // A date is cut to its second, and was written between asking and hearing.
    if (Number.isFinite(told)) skews.push((told + 500 - (asked + Date.now()) / 2) / 1_000);
    const answer = objectIn(text);
    if (response.ok && answer !== null) return answer;
    const said = explained.safeParse(answer).data?.error;
    // A response that is not Google's, such as a proxy's page, proves nothing.
    if (response.status === 404 && said) return null;
    const { status } = response;
    if (!said) {
      const words = `a server other than Google’s API answered for ${service}, with ${status}`;
      throw new GoogleRefusal(words, { status, service, reason: 'NOT_GOOGLE' });
    }
    const words = `${service} answered ${status}: ${said.message.replaceAll(/\s+/g, ' ').slice(0, 300)}`;
    throw new GoogleRefusal(words, { status, service, reason: reasonIn(said) });
  };

  const shaped = <T>(answer: unknown, shape: z.ZodType<T>, address: string): T | null => {
    if (answer === null) return null;
    const parsed = shape.safeParse(answer);
    if (parsed.success) return parsed.data;
    const service = address.split('/')[0] ?? '';
    throw new GoogleRefusal(`${service} answered in an undocumented format`, {
      status: 200,
      service,
      reason: null,
    });
  };

  const get: Google['get'] = async (address, shape) => shaped(await call('GET', address), shape, address);

  return {
    get,
    send: async (method, address, { body, shape }) => shaped(await call(method, address, body), shape, address),
    list: async <T>(address: string, key: string, shape: z.ZodType<T>) => {
      const page = z.object({
        items: z.array(shape).default([]),
        nextPageToken: z.string().optional(),
        unreachable: z.array(z.string()).default([]),
      });
      const items: T[] = [];
      for (let token: string | undefined = ''; token !== undefined;) {
        const next: string = token && `${address.includes('?') ? '&' : '?'}pageToken=${encodeURIComponent(token)}`;
        const answer = await call('GET', address + next);
        const found: z.output<typeof page> | null = shaped(answer && renamed(answer, key), page, address);
        if (!found) return null;
        // An incomplete list does not prove that an entry is absent.
        if (found.unreachable.length > 0) throw partOnly(address, found.unreachable);
        items.push(...found.items);
        token = found.nextPageToken || undefined;
      }
      return items;
    },
    skews: () => skews,
  };
}

function partOnly(address: string, unreachable: readonly string[]): GoogleRefusal {
  const service = address.split('/')[0] ?? '';
  const words = `${service} has no data on ${unreachable.join(', ')} at present`;
  return new GoogleRefusal(words, { status: 200, service, reason: null });
}

/** The whole response: reading the body may fail after the headers arrived. */
async function read(url: string, request: RequestInit) {
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(deadline) });
  return { response, text: await response.text() };
}

const renamed = (answer: object, key: string): object => ({
  ...answer,
  items: (answer as Record<string, unknown>)[key],
});

/** An answer; every one of Google's is an object. */
const objectIn = (text: string): object | null =>
  z.record(z.string(), z.unknown()).safeParse(parseJson(text)).data ?? null;

/** Application default credentials. @throws where this machine has none, OperatorError where they are not valid any more */
export async function defaultCredentials(project: string): Promise<Credentials> {
  const auth = new GoogleAuth({ scopes: 'https://www.googleapis.com/auth/cloud-platform' });
  const client = await auth.getClient();
  try {
    await client.getAccessToken();
  } catch (error) {
    // An unreachable service has not refused the request.
    if (!isAnswer(error)) throw error;
    throw new OperatorError(
      `Google refuses these credentials: ${messageOf(error)}`,
      'gcloud auth application-default login',
    );
  }
  // Several APIs refuse a person's credentials that do not say which project's quota they use.
  if (client instanceof UserRefreshClient) client.quotaProjectId ??= project;
  return {
    headers: () => client.getRequestHeaders(),
    token: async () => (await client.getAccessToken()).token ?? '',
  };
}

/** Whether Google has answered, and not only the system. */
const isAnswer = (error: unknown): boolean =>
  error instanceof Error && 'response' in error && error.response !== undefined;

/** The token accepted by stand-ins for Google's APIs. */
export const ownerCredentials: Credentials = {
  headers: () => Promise.resolve(new Headers({ authorization: 'Bearer owner' })),
  token: () => Promise.resolve('owner'),
};
