import { Webhook } from 'standardwebhooks';

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
