import type { ServerResponse } from 'node:http';

/**
 * Calls `before` before a response sends its headers, so that state saved by it is durable when the client receives the
 * response.
 */
export function beforeResponse(response: ServerResponse, before: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    before();
    return writeHead(...args);
  };
}
