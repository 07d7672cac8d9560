import type { Engine } from './engine.ts';

/** The duplex stream of messages of a Listen or Write operation. */
export interface MessageStream<Request> {
  authorization: string | undefined;
  onRequest(handle: (request: Request) => void): void;
  onEnd(handle: () => void): void;
  send(response: object): void;
  end(): void;
  /** Ends the stream with the status of a thrown error. */
  fail(thrown: unknown): void;
}

export type Bidirectional = (engine: Engine, stream: MessageStream<never>) => void;
