import { createHash } from 'node:crypto';
import { publishHint } from '@frontage/model/webhook';
import type { WrittenDocument } from './batch-hints.ts';
import { signedRequest } from './signed-request.ts';

interface Hint {
  /** Identifies this set of events; equal for every delivery of the same set. */
  id: string;
  /** Paths of the changed documents, `collection/id`. */
  documents: string[];
  at: Date;
}

/**
 * The hint for these events. A receiver accepts an id once, so a hint for several events must not have the id of one of
 * them.
 */
export function hintOf(written: readonly WrittenDocument[], at: Date): Hint {
  const ids = written.map(({ id }) => id).sort();
  const joined = createHash('sha256').update(JSON.stringify(ids)).digest('base64url');
  return {
    id: ids.length === 1 ? (ids[0] ?? '') : joined,
    documents: [...new Set(written.map(({ document }) => document))],
    at,
  };
}

/** The signed request with a hint of changed documents. */
export function publishRequest({ id, documents, at }: Hint, secret: string): ReturnType<typeof signedRequest> {
  const payload = publishHint.parse({
    type: 'content.written',
    timestamp: at.toISOString(),
    data: { documents },
  });
  return signedRequest({ id, at, payload }, secret);
}
