import { createHash } from 'node:crypto';
import { publishHint } from '@frontage/model/webhook';
import type { Told } from './share-requests.ts';
import { signedRequest } from './signed-request.ts';

interface Hint {
  /** Names the events: the same for every attempt to deliver these, and no others. */
  id: string;
  /** Paths of the changed documents, `collection/id`. */
  documents: string[];
  at: Date;
}

/**
 * The hint that tells of these events. A receiver takes an id once, so one that tells of more than an event must not have
 * the event's own.
 */
export function hintOf(told: readonly Told[], at: Date): Hint {
  const ids = told.map(({ id }) => id).sort();
  const joined = createHash('sha256').update(JSON.stringify(ids)).digest('base64url');
  return {
    id: ids.length === 1 ? (ids[0] ?? '') : joined,
    documents: [...new Set(told.map(({ document }) => document))],
    at,
  };
}

/** The signed request that tells the pipeline which documents changed. */
export function publishRequest({ id, documents, at }: Hint, secret: string): ReturnType<typeof signedRequest> {
  const payload = publishHint.parse({
    type: 'content.written',
    timestamp: at.toISOString(),
    data: { documents },
  });
  return signedRequest({ id, at, payload }, secret);
}
