import type { ServerResponse } from 'node:http';

/** Calls `before` just before the first byte of an answer leaves, whoever writes it: what it saves is saved when the client knows. */
export function beforeAnswer(response: ServerResponse, before: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    before();
    return writeHead(...args);
  };
}
