import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from './log.ts';
import { errorBody, sendJson } from './rest.ts';

/** Whether a request uses WebChannel, the protocol of `firebase/firestore` in browsers. */
export function isWebChannel({ url = '' }: IncomingMessage): boolean {
  return /^\/google\.firestore\.v1\.Firestore\/(Listen|Write)\/channel(\?|$)/.test(url);
}

const message =
  'firebase/firestore uses WebChannel in browsers, which this server does not support. In browsers use firebase/firestore/lite; ' +
  'in Node firebase/firestore works over gRPC.';

/** Refuses WebChannel requests and logs the alternative once, because clients retry forever. */
export function webChannelRefuser(log: Log): (request: IncomingMessage, response: ServerResponse) => void {
  let isLogged = false;
  return (request, response) => {
    if (!isLogged) log({ level: 'warn', source: 'firestore', message });
    isLogged = true;
    request.resume();
    sendJson(response, 501, errorBody({ status: 'UNIMPLEMENTED', message }));
  };
}
