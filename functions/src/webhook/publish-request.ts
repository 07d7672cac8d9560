import { publishHint } from '@frontage/model/webhook';
import { Webhook } from 'standardwebhooks';

interface Hint {
  /** Names the event: the same for every attempt to deliver it. */
  id: string;
  /** Paths of the changed documents, `collection/id`. */
  documents: string[];
  at: Date;
}

/** The signed request (Standard Webhooks headers) that tells the pipeline which documents changed. */
export function publishRequest(hint: Hint, secret: string): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(
    publishHint.parse({
      type: 'content.written',
      timestamp: hint.at.toISOString(),
      data: { documents: hint.documents },
    }),
  );
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': hint.id,
      'webhook-timestamp': String(Math.floor(hint.at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(hint.id, hint.at, body),
    },
  };
}
