import { Webhook } from 'standardwebhooks';

interface Message {
  /** The same for every attempt to deliver it. */
  id: string;
  at: Date;
  payload: object;
}

/** Body and headers (Standard Webhooks) of a message that the pipeline believes. */
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
