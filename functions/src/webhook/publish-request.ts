import { createHash } from 'node:crypto';
import { publishHint } from '@frontage/model/webhook';
import { Webhook } from 'standardwebhooks';

/** The documents of one request. */
export interface WrittenDocument {
  /** The event's id. */
  id: string;
  document: string;
  /** The writer and the kind of write (`describeWrite`); null for a withdrawal. */
  writer?: string | null;
  /** Whether an import or a restore wrote the document. */
  isOfProgram?: boolean;
}

interface Hint {
  /** Identifies this set of events; equal for every delivery of the same set. */
  id: string;
  /** Paths of the changed documents, `collection/id`. */
  documents: string[];
  at: Date;
  /** Whether a program wrote the documents, so that edits are published before them. */
  isBulk?: boolean;
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
export function publishRequest({ id, documents, at, isBulk }: Hint, secret: string): ReturnType<typeof signedRequest> {
  const payload = publishHint.parse({
    type: 'content.written',
    timestamp: at.toISOString(),
    data: { documents, ...(isBulk && { bulk: true }) },
  });
  return signedRequest({ id, at, payload }, secret);
}

interface Message {
  /** Equal for every delivery of the message. */
  id: string;
  at: Date;
  payload: object;
}

/** Body and headers of a signed message to the pipeline (Standard Webhooks). */
export function signedRequest(
  { id, at, payload }: Message,
  secret: string,
): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(payload);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    },
  };
}
