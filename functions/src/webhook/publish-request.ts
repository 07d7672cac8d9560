import { publishHint } from '@frontage/model/webhook';
import { signedRequest } from './signed-request.ts';

interface Hint {
  /** Names the event: the same for every attempt to deliver it. */
  id: string;
  /** Paths of the changed documents, `collection/id`. */
  documents: string[];
  at: Date;
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
