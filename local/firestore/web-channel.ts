import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from './log.ts';
import { errorBody, sendJson } from './rest.ts';

/** How `firebase/firestore` talks to Firestore in browsers. */
export function isWebChannel({ url = '' }: IncomingMessage): boolean {
  return /^\/google\.firestore\.v1\.Firestore\/(Listen|Write)\/channel(\?|$)/.test(url);
}

const message =
  'firebase/firestore speaks WebChannel in browsers, which this server does not. In browsers use firebase/firestore/lite; ' +
  'in Node firebase/firestore works as it is, over gRPC.';

/** Refuses WebChannel requests, and says in the log what to use instead: once, as clients try again for ever. */
export function webChannelRefuser(log: Log): (request: IncomingMessage, response: ServerResponse) => void {
  let told = false;
  return (request, response) => {
    if (!told) log({ level: 'warn', source: 'firestore', message });
    told = true;
    request.resume();
    sendJson(response, 501, errorBody({ status: 'UNIMPLEMENTED', message }));
  };
}
