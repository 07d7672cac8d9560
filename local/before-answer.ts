import type { ServerResponse } from 'node:http';

/** Calls `before` just before the first byte of an answer leaves, so that state saved by it is durable when the client receives the answer. */
export function beforeAnswer(response: ServerResponse, before: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    before();
    return writeHead(...args);
  };
}
