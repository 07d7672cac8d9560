import { messageOf } from '@frontage/model/messages';
import { OperatorError } from '@frontage/model/operator-error';
import { GoogleAuth, UserRefreshClient } from 'google-auth-library';
import { z } from 'zod';
import { parseJson } from '../runtime/files.ts';

/** Authenticates requests to Google's APIs. */
export interface Credentials {
  headers(): Promise<Headers>;
  token(): Promise<string>;
}

export interface GoogleOptions {
  credentials: Credentials;
  /** Replaces `https://`: with `http://127.0.0.1:PORT/`, the host of the API becomes the first part of the path. */
  scheme?: string;
}

/**
 * A client of Google's APIs. Addresses have no scheme: `firestore.googleapis.com/v1/projects/P/databases/(default)`.
 */
export interface Google {
  /** The parsed response; null if the resource does not exist (404). @throws GoogleRefusal */
  get<T>(address: string, shape: z.ZodType<T>): Promise<T | null>;
  /** Like `get`, with a JSON body. @throws GoogleRefusal */
  send<T>(method: 'POST' | 'PATCH', address: string, request: { body: object; shape: z.ZodType<T> }): Promise<T | null>;
  /**
   * Items of all pages, read from property `key` of each page. Null if the parent does not exist. @throws GoogleRefusal
   */
  list<T>(address: string, key: string, shape: z.ZodType<T>): Promise<T[] | null>;
  /** Seconds by which Google's clock was ahead of this machine's, one per response, from its `Date` header. */
  skews(): readonly number[];
}

/** Google refused a request, did not answer, or answered in an unknown format. */
export class GoogleRefusal extends Error {
  override name = 'GoogleRefusal';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Host of the request, which is also the name under which the API is enabled. */
  readonly service: string;
  /**
   * Code such as `SERVICE_DISABLED` or `BILLING_DISABLED`; `NOT_GOOGLE` if another server answered; null if unknown.
   */
  readonly reason: string | null;

  constructor(message: string, { status, service, reason }: Pick<GoogleRefusal, 'status' | 'service' | 'reason'>) {
    super(message);
    this.status = status;
    this.service = service;
    this.reason = reason;
  }
}

/**
 * Error response of Google's APIs; `details` may contain an ErrorInfo with the reason.
 * @see https://cloud.google.com/apis/design/errors
 */
const errorResponse = z.object({
  error: z.object({
    message: z.string().default(''),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
    // The format of Cloud Storage and other older APIs.
    errors: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
});

const olderReasons: Record<string, string> = {
  accessNotConfigured: 'SERVICE_DISABLED',
  accountDisabled: 'BILLING_DISABLED',
  userProjectAccountProblem: 'BILLING_DISABLED',
};

function reasonIn({ details, errors }: z.output<typeof errorResponse>['error']): string | null {
  const known = details.find(({ reason }) => reason !== undefined)?.reason;
  return known ?? olderReasons[errors.find(({ reason }) => reason !== undefined)?.reason ?? ''] ?? null;
}

const timeoutMs = 20_000;

export function openGoogle({ credentials, scheme = 'https://' }: GoogleOptions): Google {
  const skews: number[] = [];

  const call = async (method: string, address: string, body?: object): Promise<unknown> => {
    const service = address.split('/')[0] ?? '';
    const sentAt = Date.now();
    const headers = await credentials.headers();
    if (body) headers.set('content-type', 'application/json');
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const { response, text } = await read(scheme + address, request).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
      const detail = cause || messageOf(error);
      throw new GoogleRefusal(`${service} does not answer: ${detail}`, { status: 0, service, reason: null });
    });
    const serverTime = Date.parse(response.headers.get('date') ?? '');
    // The header has whole seconds: add half a second. The server wrote it between request and response.
    if (Number.isFinite(serverTime)) skews.push((serverTime + 500 - (sentAt + Date.now()) / 2) / 1_000);
    const answer = objectIn(text);
    if (response.ok && answer !== null) return answer;
    const refusal = errorResponse.safeParse(answer).data?.error;
    // Another server's 404, such as a proxy's page, does not prove that the resource is missing.
    if (response.status === 404 && refusal) return null;
    const { status } = response;
    if (!refusal) {
      const words = `a server other than Google’s API answered for ${service}, with ${status}`;
      throw new GoogleRefusal(words, { status, service, reason: 'NOT_GOOGLE' });
    }
    const words = `${service} answered ${status}: ${refusal.message.replaceAll(/\s+/g, ' ').slice(0, 300)}`;
    throw new GoogleRefusal(words, { status, service, reason: reasonIn(refusal) });
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
        const found: z.output<typeof page> | null = shaped(answer && withItems(answer, key), page, address);
        if (!found) return null;
        // An incomplete list does not prove that an entry is absent.
        if (found.unreachable.length > 0) throw incompleteList(address, found.unreachable);
        items.push(...found.items);
        token = found.nextPageToken || undefined;
      }
      return items;
    },
    skews: () => skews,
  };
}

function incompleteList(address: string, unreachable: readonly string[]): GoogleRefusal {
  const service = address.split('/')[0] ?? '';
  const words = `${service} has no data on ${unreachable.join(', ')} at present`;
  return new GoogleRefusal(words, { status: 200, service, reason: null });
}

/** The whole response: reading the body may fail after the headers arrived. */
async function read(url: string, request: RequestInit) {
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) });
  return { response, text: await response.text() };
}

const withItems = (answer: object, key: string): object => ({
  ...answer,
  items: (answer as Record<string, unknown>)[key],
});

/** The JSON object in a response body; null if it is none. Google's APIs respond with objects only. */
const objectIn = (text: string): object | null =>
  z.record(z.string(), z.unknown()).safeParse(parseJson(text)).data ?? null;

/** Application default credentials. @throws if this machine has none; OperatorError if they are no longer valid */
export async function defaultCredentials(project: string): Promise<Credentials> {
  const auth = new GoogleAuth({ scopes: 'https://www.googleapis.com/auth/cloud-platform' });
  const client = await auth.getClient();
  try {
    await client.getAccessToken();
  } catch (error) {
    // An unreachable service has not refused the request.
    if (!isResponseError(error)) throw error;
    throw new OperatorError(
      `Google refuses these credentials: ${messageOf(error)}`,
      'gcloud auth application-default login',
    );
  }
  // Several APIs refuse user credentials without a quota project.
  if (client instanceof UserRefreshClient) client.quotaProjectId ??= project;
  return {
    headers: () => client.getRequestHeaders(),
    token: async () => (await client.getAccessToken()).token ?? '',
  };
}

/** Whether the error comes from a response of Google rather than from the network. */
const isResponseError = (error: unknown): boolean =>
  error instanceof Error && 'response' in error && error.response !== undefined;

/** The token accepted by stand-ins for Google's APIs. */
export const ownerCredentials: Credentials = {
  headers: () => Promise.resolve(new Headers({ authorization: 'Bearer owner' })),
  token: () => Promise.resolve('owner'),
};
