import type { Engine } from './engine.ts';

/** A duplex stream of messages, as the Listen and Write operations see it. */
export interface MessageStream<Request> {
  authorization: string | undefined;
  onRequest(handle: (request: Request) => void): void;
  onEnd(handle: () => void): void;
  send(response: object): void;
  end(): void;
  /** Ends the stream with the status of what was thrown. */
  fail(thrown: unknown): void;
}

export type Bidirectional = (engine: Engine, stream: MessageStream<never>) => void;
