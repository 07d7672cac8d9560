import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeResponse } from '../before-response.ts';
import type { Refusal } from './request-guard.ts';

/** The properties of a stored object that conditions use. */
export interface ObjectState {
  generation: number;
  metageneration: number;
}

export interface PreconditionOptions {
  /** The object at `bucket/object`; undefined if there is none. */
  stateOf: (key: string) => ObjectState | undefined;
  refuse: (response: ServerResponse, refusal: Refusal) => void;
}

/** Calls `pass` for an accepted request, after earlier conditional requests for the object; otherwise refuses it. */
export type Conditional = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;

const conditions: Record<string, (given: string, state: ObjectState | undefined) => boolean> = {
  // Generation 0 stands for an object that does not exist.
  ifGenerationMatch: (given, state) => given === String(state?.generation ?? 0),
  ifGenerationNotMatch: (given, state) => given !== String(state?.generation ?? 0),
  ifMetagenerationMatch: (given, state) => given === String(state?.metageneration),
  ifMetagenerationNotMatch: (given, state) => given !== String(state?.metageneration),
};

/**
 * Cloud Storage's request preconditions, which the emulator ignores: responds with 412 if one fails, or 304 for a read
 * with a failed `NotMatch`. Conditional requests for one object are handled one after another, so that of two that
 * create it only one succeeds.
 * @see https://cloud.google.com/storage/docs/request-preconditions
 */
export function preconditions({ stateOf, refuse }: PreconditionOptions): Conditional {
  const turns = new Map<string, Promise<void>>();

  return (request, response, pass) => {
    // The URL is concatenated, not resolved: `/\\?a` and `//b` are paths here, not other hosts.
    const url = URL.parse(`http://storage${request.url ?? '/'}`);
    if (url === null) return pass();
    const asked = Object.entries(conditions).flatMap(([name, holds]) => {
      const value = url.searchParams.get(name);
      return value === null ? [] : [{ name, value, holds }];
    });
    if (asked.length === 0) return pass();
    const key = keyOf(url);
    if (key === null) return refuse(response, { status: 400, message: 'A condition needs the name in the address.' });
    const malformed = asked.find(({ value }) => !/^\d+$/.test(value));
    if (malformed) return refuse(response, { status: 400, message: `${malformed.name} must be a whole number.` });

    const before = turns.get(key) ?? Promise.resolve();
    const { promise: done, resolve: end } = Promise.withResolvers<void>();
    turns.set(key, done);
    response.once('close', () => {
      if (turns.get(key) === done) turns.delete(key);
      end();
    });
    void before.then(() => {
      if (response.destroyed) return;
      const failed = asked.find(({ value, holds }) => !holds(value, stateOf(key)));
      if (!failed) {
        keepInUploadAddress(response, asked);
        return pass();
      }
      const isUnchanged = request.method === 'GET' && failed.name.endsWith('NotMatch');
      refuse(response, { status: isUnchanged ? 304 : 412, message: `The condition ${failed.name} does not hold.` });
    });
  };
}

/** A resumable upload ends with a separate request, which must satisfy the conditions of the first one. */
function keepInUploadAddress(response: ServerResponse, asked: readonly { name: string; value: string }[]): void {
  beforeResponse(response, () => {
    const location = response.getHeader('location');
    if (typeof location !== 'string') return null;
    const address = new URL(location);
    for (const { name, value } of asked) address.searchParams.set(name, value);
    response.setHeader('location', address.toString());
    return null;
  });
}

/** `bucket/object` of a request to the server API. */
function keyOf({ pathname, searchParams }: URL): string | null {
  const [, bucket, name = searchParams.get('name')] =
    /^(?:\/download|\/upload)?(?:\/storage\/v1)?\/b\/([^/]+)\/o(?:\/([^/]+))?$/.exec(pathname) ?? [];
  if (!bucket || !name) return null;
  const isInPath = pathname.endsWith(`/${name}`);
  return `${bucket}/${isInPath ? decodeURIComponent(name) : name}`;
}
